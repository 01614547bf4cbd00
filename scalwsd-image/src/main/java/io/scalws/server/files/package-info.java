/**
 * Serves files of a directory or of a ConfigMap: GET and HEAD, conditional and range requests (RFC
 * 9110 sections 13 and 14). Handlers run on the event loop of the connection; reads go to the page
 * cache of a local file system.
 */
package io.scalws.server.files;
