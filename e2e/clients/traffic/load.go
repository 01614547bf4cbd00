package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"hash"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
	"github.com/quic-go/quic-go/qlog"
	"golang.org/x/net/http2"
)

type loadOptions struct {
	proto, url, method       string
	ca, connect, header      string
	requests, workers        int
	fresh, earlyData         bool
	bodyBytes, expectBytes   int64
	expectStatus             int
	expectSHA256             string
	duration, timeout, pause time.Duration
	idle, ping               time.Duration
	relay                    relayOptions
}

// LoadResult accounts for every request exactly once: requests = ok + the sum of failed.
type LoadResult struct {
	Proto       string         `json:"proto"`
	Requests    int64          `json:"requests"`
	OK          int64          `json:"ok"`
	Failed      map[string]int `json:"failed"`
	FirstError  string         `json:"firstError,omitempty"`
	Instances   map[string]int `json:"instances"`
	Connections int64          `json:"connections"`
	Resumed     int64          `json:"resumed"`
	BytesDown   int64          `json:"bytesDown"`
	Seconds     float64        `json:"seconds"`
	P50Millis   float64        `json:"p50Millis"`
	P99Millis   float64        `json:"p99Millis"`
	MaxMillis   float64        `json:"maxMillis"`
	Relay       *RelayResult   `json:"relay,omitempty"`
}

type loader struct {
	options     loadOptions
	tls         *tls.Config
	mutex       sync.Mutex
	result      LoadResult
	latencies   []time.Duration
	connections atomic.Int64
	resumed     atomic.Int64
}

func runLoad(args []string) (any, error) {
	options := loadOptions{}
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	flags.StringVar(&options.proto, "proto", "h3", "h1 (TLS), h1c (clear text), h2 or h3")
	flags.StringVar(&options.method, "method", "", "request method (default GET, POST with -body)")
	flags.StringVar(&options.ca, "ca", "", "PEM file of the certificates to trust")
	flags.StringVar(&options.connect, "connect", "", "connect to this HOST:PORT instead of the URL's")
	flags.StringVar(&options.header, "instance-header", "X-Served-By", "response header that names the instance")
	flags.IntVar(&options.requests, "n", 1, "number of requests (with -d: at most; 0 is no limit)")
	flags.IntVar(&options.workers, "c", 1, "workers, each with its own connection")
	flags.BoolVar(&options.fresh, "fresh", false, "a new connection for each request")
	flags.BoolVar(&options.earlyData, "early-data", false, "h3: resume with 0-RTT where a ticket is known (GET only)")
	flags.Int64Var(&options.bodyBytes, "body", 0, "octets of request body")
	flags.Int64Var(&options.expectBytes, "expect-bytes", -1, "octets that each response body must have")
	flags.IntVar(&options.expectStatus, "expect-status", 200, "status that each response must have")
	flags.StringVar(&options.expectSHA256, "expect-sha256", "", "SHA-256 that each response body must have, hexadecimal")
	flags.DurationVar(&options.duration, "d", 0, "stop beginning requests after this time")
	flags.DurationVar(&options.timeout, "timeout", 30*time.Second, "time limit of each request")
	flags.DurationVar(&options.pause, "pause", 0, "wait between two requests of a worker")
	flags.DurationVar(&options.idle, "idle-timeout", 10*time.Second, "h3: the client's idle timeout")
	flags.DurationVar(&options.ping, "ping", 0, "h3: send a PING after such a silence, as a client that only waits learns nothing")
	options.relay.register(flags)
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() != 1 {
		return nil, errors.New("load needs one URL")
	}
	options.url = flags.Arg(0)
	roots := x509.NewCertPool()
	if options.ca != "" {
		pem, err := os.ReadFile(options.ca)
		if err != nil {
			return nil, err
		}
		if !roots.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s: no certificate in it", options.ca)
		}
	}
	l := &loader{options: options, tls: &tls.Config{RootCAs: roots, ClientSessionCache: tls.NewLRUClientSessionCache(0)}}
	l.result = LoadResult{Proto: options.proto, Failed: map[string]int{}, Instances: map[string]int{}}
	return l.run()
}

func (l *loader) run() (any, error) {
	if l.options.relay.active() {
		target, err := l.target()
		if err != nil {
			return nil, err
		}
		l.options.relay.to = target
		l.options.relay.listen = "127.0.0.1:0"
		relay, err := startRelay(l.options.relay)
		if err != nil {
			return nil, err
		}
		l.options.connect = relay.address()
		defer func() { l.result.Relay = relay.stop() }()
	}
	begin := time.Now()
	var next atomic.Int64
	var workers sync.WaitGroup
	for i := 0; i < l.options.workers; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			client := l.client()
			for {
				if l.options.requests > 0 && next.Add(1) > int64(l.options.requests) {
					break
				}
				if l.options.duration > 0 && time.Since(begin) > l.options.duration {
					break
				}
				l.request(client)
				if l.options.fresh {
					client.close()
					client = l.client()
				}
				time.Sleep(l.options.pause)
			}
			client.close()
		}()
	}
	workers.Wait()
	l.result.Seconds = time.Since(begin).Seconds()
	l.result.Connections = l.connections.Load()
	l.result.Resumed = l.resumed.Load()
	sort.Slice(l.latencies, func(i, j int) bool { return l.latencies[i] < l.latencies[j] })
	l.result.P50Millis, l.result.P99Millis, l.result.MaxMillis = l.percentile(0.5), l.percentile(0.99), l.percentile(1)
	return &l.result, nil
}

func (l *loader) percentile(p float64) float64 {
	if len(l.latencies) == 0 {
		return 0
	}
	at := int(math.Ceil(p*float64(len(l.latencies)))) - 1
	return float64(l.latencies[max(at, 0)].Microseconds()) / 1000
}

func (l *loader) target() (string, error) {
	if l.options.connect != "" {
		return l.options.connect, nil
	}
	request, err := http.NewRequest("GET", l.options.url, nil)
	if err != nil {
		return "", err
	}
	return request.URL.Host, nil
}

type client struct {
	roundTripper http.RoundTripper
	close        func()
}

func (l *loader) client() *client {
	dialTCP := func(ctx context.Context, network, address string) (net.Conn, error) {
		if l.options.connect != "" {
			address = l.options.connect
		}
		connection, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			l.connections.Add(1)
		}
		return connection, err
	}
	dialTLS := func(protocol string) func(ctx context.Context, network, address string) (net.Conn, error) {
		config := l.tls.Clone()
		config.NextProtos = []string{protocol}
		return func(ctx context.Context, network, address string) (net.Conn, error) {
			raw, err := dialTCP(ctx, network, address)
			if err != nil {
				return nil, err
			}
			own := config.Clone()
			own.ServerName, _, _ = net.SplitHostPort(address)
			secured := tls.Client(raw, own)
			if err := secured.HandshakeContext(ctx); err != nil {
				raw.Close()
				return nil, err
			}
			if got := secured.ConnectionState().NegotiatedProtocol; got != protocol {
				secured.Close()
				return nil, fmt.Errorf("ALPN gave %q instead of %s", got, protocol)
			}
			if secured.ConnectionState().DidResume {
				l.resumed.Add(1)
			}
			return secured, nil
		}
	}
	switch l.options.proto {
	case "h1", "h1c":
		transport := &http.Transport{DialContext: dialTCP, DialTLSContext: dialTLS("http/1.1"), MaxIdleConnsPerHost: 1, DisableCompression: true}
		return &client{transport, transport.CloseIdleConnections}
	case "h2":
		dial := dialTLS("h2")
		transport := &http2.Transport{DisableCompression: true,
			DialTLSContext: func(ctx context.Context, network, address string, _ *tls.Config) (net.Conn, error) {
				return dial(ctx, network, address)
			}}
		return &client{transport, transport.CloseIdleConnections}
	case "h3":
		transport := &http3.Transport{TLSClientConfig: l.tls.Clone(), DisableCompression: true,
			QUICConfig: &quic.Config{MaxIdleTimeout: l.options.idle, HandshakeIdleTimeout: handshakeIdleTimeout, KeepAlivePeriod: l.options.ping, Tracer: qlog.DefaultConnectionTracer,
				InitialStreamReceiveWindow: 4 << 20, MaxStreamReceiveWindow: 16 << 20,
				InitialConnectionReceiveWindow: 6 << 20, MaxConnectionReceiveWindow: 24 << 20}}
		transport.Dial = func(ctx context.Context, address string, config *tls.Config, quicConfig *quic.Config) (*quic.Conn, error) {
			if l.options.connect != "" {
				address = l.options.connect
			}
			dial := quic.DialAddr
			if l.options.earlyData {
				dial = quic.DialAddrEarly
			}
			connection, err := dial(ctx, address, config, quicConfig)
			if err != nil {
				return nil, &handshakeError{err}
			}
			l.connections.Add(1)
			if connection.ConnectionState().TLS.DidResume {
				l.resumed.Add(1)
			}
			return connection, nil
		}
		return &client{transport, func() { transport.Close() }}
	}
	fail("unknown protocol " + l.options.proto)
	return nil
}

// handshakeIdleTimeout ends a handshake that gets no answer, well before the request's own limit, so that the two are told apart.
const handshakeIdleTimeout = 10 * time.Second

type handshakeError struct{ error }

func (e *handshakeError) Unwrap() error { return e.error }

func (l *loader) request(c *client) {
	begin := time.Now()
	instance, received, kind, err := l.exchange(c)
	elapsed := time.Since(begin)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.result.Requests++
	l.result.BytesDown += received
	if instance != "" {
		l.result.Instances[instance]++
	}
	if kind == "" {
		l.result.OK++
		l.latencies = append(l.latencies, elapsed)
		return
	}
	l.result.Failed[kind]++
	if l.result.FirstError == "" && err != nil {
		l.result.FirstError = fmt.Sprintf("%s after %.3f s: %v", kind, elapsed.Seconds(), err)
	}
}

// exchange returns an empty kind for a request that went well.
func (l *loader) exchange(c *client) (instance string, received int64, kind string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), l.options.timeout)
	defer cancel()
	method := l.options.method
	var body io.Reader
	if l.options.bodyBytes > 0 {
		body = io.LimitReader(pattern{}, l.options.bodyBytes)
		if method == "" {
			method = http.MethodPost
		}
	}
	if method == "" {
		method = http.MethodGet
		if l.options.earlyData && l.options.proto == "h3" {
			method = http3.MethodGet0RTT
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, l.options.url, body)
	if err != nil {
		return "", 0, "usage", err
	}
	if body != nil {
		request.ContentLength = l.options.bodyBytes
	}
	response, err := c.roundTripper.RoundTrip(request)
	if err != nil {
		return "", 0, kindOf(err), err
	}
	defer response.Body.Close()
	instance = response.Header.Get(l.options.header)
	var sum hash.Hash = sha256.New()
	received, err = io.Copy(sum, response.Body)
	switch {
	case err != nil:
		return instance, received, kindOf(err), err
	case response.StatusCode != l.options.expectStatus:
		return instance, received, fmt.Sprintf("status_%d", response.StatusCode), nil
	case l.options.expectBytes >= 0 && received != l.options.expectBytes:
		return instance, received, "wrong_length", fmt.Errorf("%d octets instead of %d", received, l.options.expectBytes)
	case l.options.expectSHA256 != "" && hex.EncodeToString(sum.Sum(nil)) != l.options.expectSHA256:
		return instance, received, "wrong_content", nil
	}
	return instance, received, "", nil
}

func kindOf(err error) string {
	var handshake *handshakeError
	var idle *quic.IdleTimeoutError
	var reset *quic.StatelessResetError
	var application *quic.ApplicationError
	var transport *quic.TransportError
	var stream *quic.StreamError
	var h3 *http3.Error
	switch {
	case errors.As(err, &handshake):
		return "handshake"
	case errors.As(err, &reset):
		return "stateless_reset"
	case errors.As(err, &idle):
		return "idle_timeout"
	case errors.As(err, &h3):
		return fmt.Sprintf("h3_%#x", uint64(h3.ErrorCode))
	case errors.As(err, &stream):
		return fmt.Sprintf("stream_%#x", uint64(stream.ErrorCode))
	case errors.As(err, &application):
		return fmt.Sprintf("application_close_%#x", uint64(application.ErrorCode))
	case errors.As(err, &transport):
		return fmt.Sprintf("transport_close_%#x", uint64(transport.ErrorCode))
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "truncated"
	case errors.Is(err, io.EOF):
		return "closed"
	case strings.Contains(err.Error(), "connection reset"):
		return "reset"
	case strings.Contains(err.Error(), "connection refused"):
		return "refused"
	}
	return "other"
}

// pattern is an endless request body whose octets tell their place.
type pattern struct{}

var patternBlock = bytes.Repeat([]byte("scalws-traffic-0123456789abcdef\n"), 1024)

func (pattern) Read(p []byte) (int, error) { return copy(p, patternBlock), nil }
