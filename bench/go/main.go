// The shapes as goroutines. Prints elapsed and processor nanoseconds per operation, an iteration
// to a line.
//
// usage: peer SHAPE WORKERS WARM-UPS ITERATIONS SIZE
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

const yielders = 1000 // as YieldBench.TASKS
const tokens = 10000  // as ScalingBench.TOKENS
const children = 10   // as SkynetBench.CHILDREN

// One count for each task and one for the waiter; whoever takes the last wakes the waiter.
type countdown struct {
	left  int64
	woken chan struct{}
}

func newCountdown(tasks int) *countdown {
	return &countdown{int64(tasks) + 1, make(chan struct{}, 1)}
}

func (c *countdown) countDown() {
	if atomic.AddInt64(&c.left, -1) == 0 {
		c.woken <- struct{}{}
	}
}

func (c *countdown) await() {
	c.countDown()
	<-c.woken
}

// From inside one goroutine, runs tasks and waits for them.
func run(tasks int, body func()) {
	over := make(chan struct{})
	go func() {
		left := newCountdown(tasks)
		for i := 0; i < tasks; i++ {
			go func() {
				body()
				left.countDown()
			}()
		}
		left.await()
		close(over)
	}()
	<-over
}

// Sends up the sum of the numbers of the leaves.
func skynet(up chan<- int64, first int64, leaves int) {
	if leaves == 1 {
		up <- first
		return
	}
	each := leaves / children
	answers := make(chan int64, children)
	for i := 0; i < children; i++ {
		go skynet(answers, first+int64(i*each), each)
	}
	sum := int64(0)
	for i := 0; i < children; i++ {
		sum += <-answers
	}
	up <- sum
}

// Sends up how many levels there are from here.
func nest(up chan<- int, levels int) {
	if levels == 1 {
		up <- 1
		return
	}
	answer := make(chan int, 1)
	go nest(answer, levels-1)
	up <- <-answer + 1
}

// How many goroutines a tree of so many leaves has.
func nodes(leaves int) int {
	all := 1
	for level := leaves; level > 1; level /= children {
		all += level
	}
	return all
}

var sink int64

// The arithmetic of JMH's Blackhole.consumeCPU.
func consumeCPU(tokens int) {
	t := atomic.LoadInt64(&sink)
	for i := tokens; i > 0; i-- {
		t += (t*0x5DEECE66D + 0xB + int64(i)) & 0xFFFFFFFFFFFF
	}
	if t == 42 {
		atomic.AddInt64(&sink, t)
	}
}

// Runs the shape once and returns how many operations that were.
func invoke(shape string, size int) int {
	switch shape {
	case "SpawnBench":
		run(size, func() {})
		return size
	case "SkynetBench":
		up := make(chan int64, 1)
		go skynet(up, 0, size)
		if sum := <-up; sum != int64(size)*int64(size-1)/2 {
			fail("the sum of the leaves is wrong: " + strconv.FormatInt(sum, 10))
		}
		return nodes(size)
	case "NestingBench":
		up := make(chan int, 1)
		go nest(up, size)
		if levels := <-up; levels != size {
			fail("the number of levels is wrong: " + strconv.Itoa(levels))
		}
		return size
	case "YieldBench":
		run(yielders, func() {
			for i := 0; i < size; i++ {
				runtime.Gosched()
			}
		})
		return yielders * size
	case "ScalingBench":
		run(size, func() { consumeCPU(tokens) })
		return size
	}
	operations, known := invokeChannels(shape, size)
	if !known {
		fail("no shape " + shape)
	}
	return operations
}

func fail(why string) {
	fmt.Println(why)
	os.Exit(1)
}

func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		fail(err.Error())
	}
	return n
}

// Processor time of all threads so far, in nanoseconds.
func cpuTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err.Error())
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func main() {
	if len(os.Args) != 6 {
		fail("usage: peer SHAPE WORKERS WARM-UPS ITERATIONS SIZE")
	}
	runtime.GOMAXPROCS(number(os.Args[2]))
	warmUps, iterations, size := number(os.Args[3]), number(os.Args[4]), number(os.Args[5])
	for i := 0; i < warmUps+iterations; i++ {
		started, cpu := time.Now(), cpuTime()
		operations := invoke(os.Args[1], size)
		nanos := time.Since(started).Nanoseconds()
		if i >= warmUps {
			each := float64(operations)
			fmt.Println(float64(nanos)/each, float64(cpuTime()-cpu)/each)
		}
	}
}
