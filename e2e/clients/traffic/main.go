// Command traffic is a client for tests: it makes requests over HTTP/1.1, HTTP/2 or HTTP/3 on third-party stacks (Go's
// net/http, golang.org/x/net/http2 and quic-go), accounts for every one of them, and can stand between a client and a
// server as a NAT that forgets its bindings.
//
//	traffic load  -proto h3 -n 1000 -c 8 URL      requests; one JSON object on standard output
//	traffic relay -listen 127.0.0.1:0 -to ADDR    a NAT for any UDP client; prints its address, ends on SIGTERM
//
// Exit code 0 means that it ran; whether all went well is in the JSON object.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fail("usage: traffic load|relay OPTIONS; -h after either lists them")
	}
	var result any
	var err error
	switch os.Args[1] {
	case "load":
		result, err = runLoad(os.Args[2:])
	case "relay":
		result, err = runRelay(os.Args[2:])
	default:
		fail("unknown command " + os.Args[1])
	}
	if err != nil {
		fail(err.Error())
	}
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(result); err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "traffic: "+message)
	os.Exit(2)
}
