/** The node agent: its main class puts the parts together; each part says who owns it. */
package io.scalws.agent;
