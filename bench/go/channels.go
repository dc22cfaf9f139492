package main

import (
	"strconv"
	"sync"
	"sync/atomic"
)

const small = 127     // as ChannelShapes.SMALL
const capacity = 64   // as BufferedBench.CAPACITY
const crowd = 100     // as FanInBench.SENDERS and FanOutBench.RECEIVERS
const laps = 10       // as ChainBench.LAPS
const ringTasks = 503 // as RingBench.TASKS
const creatures = 10  // as ChameneosBench.CREATURES
const colours = 3     // as Colours.COUNT
const over = -1

func check(what string, expected, seen int64) {
	if expected != seen {
		fail(what + " is " + strconv.FormatInt(seen, 10) + " instead of " + strconv.FormatInt(expected, 10))
	}
}

// What so many small messages of one sender sum up to: as ChannelShapes.sum.
func sum(messages int) int64 {
	rest := int64(messages & small)
	return int64(messages/(small+1))*(small*(small+1)/2) + rest*(rest-1)/2
}

func sendAll(channel chan<- int, messages int) {
	for i := 0; i < messages; i++ {
		channel <- i & small
	}
}

func channels(count int) []chan int {
	all := make([]chan int, count)
	for i := range all {
		all[i] = make(chan int)
	}
	return all
}

// Goroutines that are waited for.
type crew struct{ tasks sync.WaitGroup }

func (c *crew) start(job func()) {
	c.tasks.Add(1)
	go func() {
		job()
		c.tasks.Done()
	}()
}

// Runs it in a goroutine; returns its answer when all that it started has ended.
func runCrew(main func(c *crew) int64) int64 {
	answer := make(chan int64)
	go func() {
		var c crew
		result := main(&c)
		c.tasks.Wait()
		answer <- result
	}()
	return <-answer
}

func pingPong(trips int) int64 {
	return runCrew(func(c *crew) int64 {
		there, back := make(chan int), make(chan int)
		c.start(func() {
			for i := 0; i < trips; i++ {
				back <- <-there
			}
		})
		all := int64(0)
		for i := 0; i < trips; i++ {
			there <- i & small
			all += int64(<-back)
		}
		return all
	})
}

func pass(senders, receivers, messages int) int64 {
	channel := make(chan int, capacity)
	all := int64(0)
	runCrew(func(c *crew) int64 {
		for i := 0; i < receivers; i++ {
			c.start(func() {
				own := int64(0)
				for j := 0; j < messages/receivers; j++ {
					own += int64(<-channel)
				}
				atomic.AddInt64(&all, own)
			})
		}
		for i := 0; i < senders; i++ {
			c.start(func() { sendAll(channel, messages/senders) })
		}
		return 0
	})
	return all
}

func chain(tasks int) int64 {
	return runCrew(func(c *crew) int64 {
		front := make(chan int)
		end := front
		for i := 0; i < tasks; i++ {
			from, to := end, make(chan int)
			c.start(func() {
				for lap := 0; lap < laps; lap++ {
					to <- <-from + 1
				}
			})
			end = to
		}
		number := 0
		for lap := 0; lap < laps; lap++ {
			front <- number
			number = <-end
		}
		return int64(number)
	})
}

func ring(hops int) int64 {
	all := channels(ringTasks)
	last := int64(over)
	runCrew(func(c *crew) int64 {
		for i := 0; i < ringTasks; i++ {
			task, from, to := i, all[i], all[(i+1)%ringTasks]
			c.start(func() {
				token := <-from
				for token > 0 {
					to <- token - 1
					token = <-from
				}
				to <- over
				if token == 0 {
					atomic.StoreInt64(&last, int64(task))
					<-from // it has gone round
				}
			})
		}
		all[0] <- hops
		return 0
	})
	return last
}

// A select is written out: a number of clauses that is not constant would take reflection.
func selectTwo(messages int) int64 {
	return runCrew(func(c *crew) int64 {
		all := channels(2)
		for i := range all {
			channel := all[i]
			c.start(func() { sendAll(channel, messages/2) })
		}
		a, b := all[0], all[1]
		result := int64(0)
		for i := 0; i < messages/2*2; i++ {
			select {
			case message := <-a:
				result += int64(message)
			case message := <-b:
				result += int64(message)
			}
		}
		return result
	})
}

func selectEight(messages int) int64 {
	return runCrew(func(cr *crew) int64 {
		all := channels(8)
		for i := range all {
			channel := all[i]
			cr.start(func() { sendAll(channel, messages/8) })
		}
		a, b, c, d, e, f, g, h := all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7]
		result := int64(0)
		for i := 0; i < messages/8*8; i++ {
			message := 0
			select {
			case message = <-a:
			case message = <-b:
			case message = <-c:
			case message = <-d:
			case message = <-e:
			case message = <-f:
			case message = <-g:
			case message = <-h:
			}
			result += int64(message)
		}
		return result
	})
}

func sieve(limit int) int64 {
	return runCrew(func(c *crew) int64 {
		numbers := make(chan int)
		c.start(func() {
			for i := 2; i <= limit; i++ {
				numbers <- i
			}
			numbers <- over
		})
		all := int64(0)
		end := numbers
		for prime := <-end; prime != over; prime = <-end {
			all += int64(prime)
			divisor, from, to := prime, end, make(chan int)
			c.start(func() {
				for number := <-from; number != over; number = <-from {
					if number%divisor != 0 {
						to <- number
					}
				}
				to <- over
			})
			end = to
		}
		return all
	})
}

// The sum of the primes up to a limit, and how many messages the sieve sends: as in SieveBench.
type truth struct {
	sum      int64
	messages int
}

// Kept from the first iteration on, because working it out takes time which is not the shape's.
var truths = map[int]truth{}

func truthOf(limit int) truth {
	if known, found := truths[limit]; found {
		return known
	}
	all, messages := int64(0), 1
	primes := []int{}
	for number := 2; number <= limit; number++ {
		task := 0
		for task < len(primes) && number%primes[task] != 0 {
			task++
		}
		if task == len(primes) {
			primes = append(primes, number)
			all += int64(number)
			messages++
		}
		messages += task + 1
	}
	truths[limit] = truth{all, messages}
	return truths[limit]
}

func chameneos(meetings int) int64 {
	place, own := make(chan int), channels(creatures)
	met := int64(0)
	runCrew(func(c *crew) int64 {
		for i := 0; i < creatures; i++ {
			creature := i
			c.start(func() { atomic.AddInt64(&met, live(creature, place, own[creature])) })
		}
		for i := 0; i < meetings; i++ {
			one, other := <-place, <-place
			own[one/colours] <- other % colours
			own[other/colours] <- one % colours
		}
		for i := 0; i < creatures; i++ {
			own[<-place/colours] <- over
		}
		return 0
	})
	return met
}

// How often the creature has met another.
func live(creature int, place chan<- int, own <-chan int) int64 {
	colour, met := creature%colours, int64(0)
	for {
		place <- creature*colours + colour
		other := <-own
		if other == over {
			return met
		}
		if colour != other {
			colour = colours - colour - other
		}
		met++
	}
}

// As invoke, for the shapes of channels; false if it is none of them.
func invokeChannels(shape string, size int) (int, bool) {
	switch shape {
	case "PingPongBench":
		check("the sum of what came back", sum(size), pingPong(size))
	case "BufferedBench":
		check("the sum of what was received", sum(size), pass(1, 1, size))
	case "FanInBench":
		check("the sum of what was received", crowd*sum(size/crowd), pass(crowd, 1, size))
	case "FanOutBench":
		check("the sum of what was received", sum(size), pass(1, crowd, size))
	case "ChainBench":
		check("the number of hops", int64(size*laps), chain(size))
		return size * laps, true
	case "RingBench":
		check("the last task", int64(size%ringTasks), ring(size))
	case "Select2Bench":
		check("the sum of what was received", 2*sum(size/2), selectTwo(size))
	case "Select8Bench":
		check("the sum of what was received", 8*sum(size/8), selectEight(size))
	case "SieveBench":
		known := truthOf(size)
		check("the sum of the primes", known.sum, sieve(size))
		return known.messages, true
	case "ChameneosBench":
		check("the number of meetings", int64(2*size), chameneos(size))
	default:
		return 0, false
	}
	return size, true
}
