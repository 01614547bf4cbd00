package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"net"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// relayOptions describe a NAT between a UDP client and a server. A rebinding gives the client a new source port (and, if
// asked for, a new source address); whatever the server sends to an old one, or has under way to it, is lost. It happens
// with the next datagram from the client, since a server can not learn of it any earlier.
type relayOptions struct {
	listen, to  string
	delay       time.Duration
	loss        float64
	rebindBytes int64
	rebindEvery time.Duration
	rebindAfter int
	rebindMost  int
	rebindIP    bool
	garbage     time.Duration
	seed        int64
}

func (o *relayOptions) register(flags *flag.FlagSet) {
	flags.DurationVar(&o.delay, "delay", 0, "relay: delay in each direction")
	flags.Float64Var(&o.loss, "loss", 0, "relay: share of datagrams lost in each direction, 0 to 1")
	flags.Int64Var(&o.rebindBytes, "rebind-bytes", 0, "relay: rebind each time so many octets have passed")
	flags.DurationVar(&o.rebindEvery, "rebind-every", 0, "relay: rebind at this interval")
	flags.IntVar(&o.rebindAfter, "rebind-datagrams", 0, "relay: rebind before the datagram from the client that follows so many")
	flags.IntVar(&o.rebindMost, "rebind-max", 0, "relay: rebind a connection at most so often (0 is no limit)")
	flags.BoolVar(&o.rebindIP, "rebind-ip", false, "relay: change the IPv4 loopback address too")
	flags.DurationVar(&o.garbage, "garbage", 0, "relay: at this interval send random octets with the connection's id from another address")
	flags.Int64Var(&o.seed, "seed", 1, "relay: seed of the losses")
}

func (o *relayOptions) active() bool {
	return o.delay > 0 || o.loss > 0 || o.rebindBytes > 0 || o.rebindEvery > 0 || o.rebindAfter > 0 || o.garbage > 0
}

// RelayResult says what the relay did.
type RelayResult struct {
	Rebinds  int64 `json:"rebinds"`
	Up       int64 `json:"up"`
	Down     int64 `json:"down"`
	Lost     int64 `json:"lost"`
	Garbage  int64 `json:"garbage"`
	ToOld    int64 `json:"toOldAddress"`
	Diverted int64 `json:"diverted"`
	// DivertedLargest is the longest datagram that came to the attacker's address.
	DivertedLargest int `json:"divertedLargest"`
}

func runRelay(args []string) (any, error) {
	options := relayOptions{}
	flags := flag.NewFlagSet("relay", flag.ExitOnError)
	flags.StringVar(&options.listen, "listen", "127.0.0.1:0", "address for clients")
	flags.StringVar(&options.to, "to", "", "address of the server")
	options.register(flags)
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if options.to == "" {
		return nil, errors.New("relay needs -to")
	}
	r, err := startRelay(options)
	if err != nil {
		return nil, err
	}
	fmt.Println(r.address())
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	<-stop
	return r.stop(), nil
}

type relay struct {
	options relayOptions
	socket  *net.UDPConn
	server  *net.UDPAddr
	result  RelayResult
	mutex   sync.Mutex
	flows   map[string]*flow
	random  *rand.Rand
	down    *delayLine
	up      *delayLine
	closed  atomic.Bool
}

// flow is one client behind the NAT.
type flow struct {
	client     *net.UDPAddr
	socket     *net.UDPConn
	old        []*net.UDPConn
	stray      *net.UDPConn
	epoch      int64
	rebinds    int
	passed     int64
	datagrams  int
	last       time.Time
	lastHeader []byte
}

func startRelay(options relayOptions) (*relay, error) {
	server, err := net.ResolveUDPAddr("udp", options.to)
	if err != nil {
		return nil, err
	}
	local, err := net.ResolveUDPAddr("udp", options.listen)
	if err != nil {
		return nil, err
	}
	socket, err := net.ListenUDP("udp", local)
	if err != nil {
		return nil, err
	}
	enlarge(socket)
	r := &relay{options: options, socket: socket, server: server, flows: map[string]*flow{},
		random: rand.New(rand.NewSource(options.seed)), down: newDelayLine(options.delay), up: newDelayLine(options.delay)}
	go r.readClients()
	return r, nil
}

func enlarge(socket *net.UDPConn) {
	// As much as the kernel grants; a relay that drops by itself would spoil the test.
	_ = socket.SetReadBuffer(4 << 20)
	_ = socket.SetWriteBuffer(4 << 20)
}

func (r *relay) address() string { return r.socket.LocalAddr().String() }

func (r *relay) stop() *RelayResult {
	r.closed.Store(true)
	r.socket.Close()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, f := range r.flows {
		f.socket.Close()
		for _, socket := range f.old {
			socket.Close()
		}
		if f.stray != nil {
			f.stray.Close()
		}
	}
	result := r.result
	return &result
}

func (r *relay) readClients() {
	buffer := make([]byte, 65536)
	for {
		n, client, err := r.socket.ReadFromUDP(buffer)
		if err != nil {
			if r.closed.Load() {
				return
			}
			continue
		}
		r.fromClient(client, append([]byte(nil), buffer[:n]...))
	}
}

func (r *relay) fromClient(client *net.UDPAddr, datagram []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	f := r.flows[client.String()]
	if f == nil {
		f = &flow{client: client, last: time.Now()}
		if err := r.bind(f); err != nil {
			fail(err.Error())
		}
		r.flows[client.String()] = f
		if r.options.garbage > 0 {
			go r.sendGarbage(f)
		}
	}
	if r.due(f) {
		// The old socket stays open, so that what is sent to it is lost and counted, and no ICMP error tells the server.
		f.old = append(f.old, f.socket)
		if err := r.bind(f); err != nil {
			fail(err.Error())
		}
		f.rebinds++
		f.passed = 0
		f.datagrams = 0
		f.last = time.Now()
		r.result.Rebinds++
	}
	if datagram[0]&0x80 == 0 && len(datagram) >= 18 {
		f.lastHeader = append(f.lastHeader[:0], datagram[:18]...)
	}
	f.passed += int64(len(datagram))
	f.datagrams++
	if r.lost() {
		return
	}
	r.result.Up++
	socket := f.socket
	r.up.send(func() { _, _ = socket.WriteToUDP(datagram, r.server) })
}

func (r *relay) due(f *flow) bool {
	if r.options.rebindMost > 0 && f.rebinds >= r.options.rebindMost {
		return false
	}
	return r.options.rebindAfter > 0 && f.datagrams >= r.options.rebindAfter ||
		r.options.rebindBytes > 0 && f.passed >= r.options.rebindBytes ||
		r.options.rebindEvery > 0 && time.Since(f.last) >= r.options.rebindEvery
}

func (r *relay) lost() bool {
	if r.options.loss == 0 || r.random.Float64() >= r.options.loss {
		return false
	}
	r.result.Lost++
	return true
}

// bind gives the flow a new address. The mutex is held.
func (r *relay) bind(f *flow) error {
	local := &net.UDPAddr{}
	if v4 := r.server.IP.To4(); v4 != nil && v4.IsLoopback() {
		local.IP = net.IPv4(127, 0, 0, 1)
		if r.options.rebindIP {
			local.IP = net.IPv4(127, 0, byte(1+f.epoch/250), byte(2+f.epoch%250))
		}
	}
	socket, err := net.ListenUDP("udp", local)
	if err != nil {
		return err
	}
	enlarge(socket)
	f.socket = socket
	f.epoch++
	go r.readServer(f, socket, f.epoch)
	return nil
}

func (r *relay) readServer(f *flow, socket *net.UDPConn, epoch int64) {
	buffer := make([]byte, 65536)
	for {
		n, _, err := socket.ReadFromUDP(buffer)
		if err != nil {
			return
		}
		datagram := append([]byte(nil), buffer[:n]...)
		r.mutex.Lock()
		lost := r.lost()
		f.passed += int64(n)
		r.mutex.Unlock()
		if lost {
			continue
		}
		r.down.send(func() {
			r.mutex.Lock()
			current := f.epoch == epoch
			if current {
				r.result.Down++
			} else {
				r.result.ToOld++
			}
			r.mutex.Unlock()
			if current {
				_, _ = r.socket.WriteToUDP(datagram, f.client)
			}
		})
	}
}

// sendGarbage plays an attacker who saw a connection id: random octets behind it, from an address of his own. What
// comes to that address is counted. A stateless reset, for an id whose connection is over, is shorter than what provoked it;
// data of the connection would be longer.
func (r *relay) sendGarbage(f *flow) {
	stray, err := net.ListenUDP("udp", &net.UDPAddr{})
	if err != nil {
		fail(err.Error())
	}
	r.mutex.Lock()
	f.stray = stray
	r.mutex.Unlock()
	go func() {
		buffer := make([]byte, 65536)
		for {
			n, _, err := stray.ReadFromUDP(buffer)
			if err != nil {
				return
			}
			r.mutex.Lock()
			r.result.Diverted += int64(n)
			r.result.DivertedLargest = max(r.result.DivertedLargest, n)
			r.mutex.Unlock()
		}
	}()
	for !r.closed.Load() {
		time.Sleep(r.options.garbage)
		r.mutex.Lock()
		header := append([]byte(nil), f.lastHeader...)
		if len(header) > 0 {
			r.result.Garbage++
		}
		r.mutex.Unlock()
		if len(header) == 0 {
			continue
		}
		datagram := make([]byte, garbageLength)
		for i := range datagram {
			datagram[i] = byte(rand.Int())
		}
		copy(datagram, header)
		_, _ = stray.WriteToUDP(datagram, r.server)
	}
}

// garbageLength is that of the attacker's datagrams, in octets.
const garbageLength = 60

// delayLine runs functions in order, each a fixed time after it was given.
type delayLine struct {
	delay time.Duration
	queue chan delayed
}

type delayed struct {
	at  time.Time
	run func()
}

func newDelayLine(delay time.Duration) *delayLine {
	line := &delayLine{delay: delay}
	if delay > 0 {
		line.queue = make(chan delayed, 1<<16)
		go func() {
			for next := range line.queue {
				time.Sleep(time.Until(next.at))
				next.run()
			}
		}()
	}
	return line
}

func (l *delayLine) send(run func()) {
	if l.delay == 0 {
		run()
		return
	}
	l.queue <- delayed{time.Now().Add(l.delay), run}
}
