package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Options says how a command is run.
type Options struct {
	// Limit is how long an answer may take; 0 means DefaultLimit. A command that has
	// used less than half as much processor time meanwhile, where that is known, gets
	// some more of it.
	Limit time.Duration
	// Start is how long the first answer after a start may take longer; 0 means
	// DefaultStart.
	Start time.Duration
	// MaxAnswer is how many bytes an answer may have; 0 means DefaultMaxAnswer.
	MaxAnswer int
	// Dir is the working directory, Env what is added to the environment.
	Dir string
	Env []string
}

// The defaults of Options.
const (
	DefaultLimit     = 10 * time.Second
	DefaultStart     = 30 * time.Second
	DefaultMaxAnswer = 64 << 20
)

// maxStderr is how many of the last bytes of standard error are kept.
const maxStderr = 4 << 10

// Process is a command that answers requests. One goroutine at a time may use it.
type Process struct {
	argv []string
	opt  Options
	id   int64
	run  *running // nil if it is to be started
	// starts counts how often the command was started.
	starts int
}

// New returns a process for a command and its arguments, which is started when it
// is first asked for something.
func New(argv []string, opt Options) *Process {
	if opt.Limit == 0 {
		opt.Limit = DefaultLimit
	}
	if opt.Start == 0 {
		opt.Start = DefaultStart
	}
	if opt.MaxAnswer == 0 {
		opt.MaxAnswer = DefaultMaxAnswer
	}
	return &Process{argv: argv, opt: opt}
}

// Split splits a command line at blanks; parts in single or double quotes stay
// together.
func Split(line string) ([]string, error) {
	var argv []string
	var part strings.Builder
	quote, inPart := rune(0), false
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inPart = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inPart {
				argv = append(argv, part.String())
				part.Reset()
				inPart = false
			}
		default:
			part.WriteRune(c)
			inPart = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("expected a closing %c in the command, found its end: %s", quote, line)
	}
	if inPart {
		argv = append(argv, part.String())
	}
	if len(argv) == 0 {
		return nil, errors.New("expected a command, found nothing")
	}
	return argv, nil
}

// running is a started command.
type running struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan line
	stderr *tail
	fresh  bool // nothing was answered yet
	// wait returns how the command ended, once.
	wait func() error
}

type line struct {
	text []byte
	err  error
}

// Do sends a request and returns the answer. The error is a *Failure if the
// command is to blame, else says that it cannot be started, or that ctx has ended.
func (p *Process) Do(ctx context.Context, r *Request) (*Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.run == nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	p.id++
	r.ID = p.id
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	run, limit := p.run, p.opt.Limit
	if run.fresh {
		limit += p.opt.Start
	}
	sent := make(chan error, 1)
	go func() {
		_, err := run.stdin.Write(append(text, '\n'))
		sent <- err
	}()
	pid := run.cmd.Process.Pid
	before, known := cpuTime(pid)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for waits := 1; ; waits++ {
		select {
		case <-ctx.Done():
			p.kill()
			return nil, ctx.Err()
		case <-timer.C:
			// On a busy machine the command may hardly have run.
			if now, ok := cpuTime(pid); ok && known && now-before < limit/2 && waits < maxWaits {
				timer.Reset(limit)
				continue
			}
			p.kill()
			return nil, &Failure{Kind: Hang, Message: fmt.Sprintf("expected an answer within %v, found none", limit), Stderr: run.stderr.String()}
		case l := <-run.lines:
			if l.err != nil {
				return nil, p.ended(l)
			}
			run.fresh = false
			a, bad := p.parse(l.text, r.ID)
			if bad != nil {
				// What else it says belongs to no request.
				p.kill()
				bad.Stderr = run.stderr.String()
				return nil, bad
			}
			<-sent
			return a, nil
		}
	}
}

// maxWaits is for how many limits a command is waited for that uses hardly any
// processor time.
const maxWaits = 6

// parse reads an answer.
func (p *Process) parse(text []byte, id int64) (*Answer, *Failure) {
	var a Answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, &Failure{Kind: Rubbish, Message: fmt.Sprintf("expected an answer in JSON, found %s (%v)", excerpt(text), err)}
	}
	if a.ID != id {
		return nil, &Failure{Kind: Rubbish, Message: fmt.Sprintf("expected the answer to request %d, found one to %d", id, a.ID)}
	}
	return &a, nil
}

func excerpt(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "..."
	}
	return string(text)
}

// ended returns the failure of a command that ended, or whose answer is too long.
func (p *Process) ended(l line) error {
	run := p.run
	if errors.Is(l.err, bufio.ErrTooLong) {
		p.kill()
		return &Failure{Kind: Rubbish, Message: fmt.Sprintf("expected an answer of at most %d bytes, found more", p.opt.MaxAnswer), Stderr: run.stderr.String()}
	}
	p.run = nil
	run.stdin.Close()
	how := "it ended"
	if err := run.wait(); err != nil {
		how = err.Error()
	}
	f := &Failure{Kind: Crash, Message: "expected an answer, found that the command has ended: " + how, Stderr: run.stderr.String()}
	if len(l.text) > 0 {
		f.Message += fmt.Sprintf(", after %s", excerpt(l.text))
	}
	return f
}

// start starts the command.
func (p *Process) start() error {
	cmd := exec.Command(p.argv[0], p.argv[1:]...)
	cmd.Dir = p.opt.Dir
	if len(p.opt.Env) > 0 {
		cmd.Env = append(os.Environ(), p.opt.Env...)
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	run := &running{cmd: cmd, stdin: stdin, lines: make(chan line, 1), stderr: &tail{}, fresh: true}
	cmd.Stderr = run.stderr
	isolate(cmd)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the command %s cannot be started: %w", p.argv[0], err)
	}
	run.wait = sync.OnceValue(cmd.Wait)
	p.starts++
	p.run = run
	go read(stdout, p.opt.MaxAnswer, run.lines)
	return nil
}

// read sends the lines of a reader, and then its error or io.EOF.
func read(r io.Reader, maxLine int, lines chan<- line) {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), maxLine)
	s.Split(scanWholeLines)
	for s.Scan() {
		lines <- line{text: bytes.Clone(s.Bytes())}
	}
	err := s.Err()
	if err == nil {
		err = io.EOF
	}
	lines <- line{err: err}
}

// scanWholeLines splits at newlines. What stands behind the last one is no line:
// the command ended before it was whole.
func scanWholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, bytes.TrimSuffix(data[:i], []byte{'\r'}), nil
	}
	if atEOF {
		return len(data), nil, nil
	}
	return 0, nil, nil
}

// kill ends the command at once, with all that it started.
func (p *Process) kill() {
	run := p.run
	p.run = nil
	killGroup(run.cmd)
	run.stdin.Close()
	go func() {
		for l := range run.lines {
			if l.err != nil {
				break
			}
		}
	}()
	run.wait()
}

// Close ends the command: its input ends, and if it does not end soon it is killed.
func (p *Process) Close() error {
	run := p.run
	if run == nil {
		return nil
	}
	run.stdin.Close()
	done := make(chan struct{})
	go func() {
		for l := range run.lines {
			if l.err != nil {
				break
			}
		}
		run.wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		killGroup(run.cmd)
		<-done
	}
	p.run = nil
	return nil
}

// Starts returns how often the command was started.
func (p *Process) Starts() int { return p.starts }

// tail is a writer that keeps the last bytes.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text) - maxStderr; n > 0 {
		t.text = append(t.text[:0], t.text[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
