import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChangePacer, createChangePacer } from '../../../src/cli/commands/reconcile/pace-changes.js';

let rings = 0;
let pacer: ChangePacer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  rings = 0;
  pacer = createChangePacer(() => rings++);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cycle of so many milliseconds. */
function cycle(duration: number, during: () => void = () => undefined): void {
  pacer.begin();
  during();
  vi.advanceTimersByTime(duration);
  pacer.end();
}

it('rings 50 ms after the first of changes that come together, once', () => {
  for (let count = 0; count < 5; count++) {
    pacer.change();
    vi.advanceTimersByTime(9);
  }
  expect(rings).toBe(0);
  vi.advanceTimersByTime(5);
  expect(rings).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(rings).toBe(1);
});

it('leaves nine times the duration of a cycle after it, and is at once again after that', () => {
  cycle(1000);
  pacer.change();
  vi.advanceTimersByTime(8999);
  expect(rings).toBe(0);
  vi.advanceTimersByTime(1);
  expect(rings).toBe(1);
  cycle(1000);
  vi.advanceTimersByTime(20_000);
  pacer.change();
  vi.advanceTimersByTime(50);
  expect(rings).toBe(2);
});

it('does not let an urgent change wait for the end of a pause', () => {
  cycle(1000);
  pacer.change();
  vi.advanceTimersByTime(100);
  pacer.change(true);
  vi.advanceTimersByTime(50);
  expect(rings).toBe(1);
  cycle(1000, () => {
    pacer.change(true);
  });
  vi.advanceTimersByTime(50);
  expect(rings).toBe(2);
});

it('never rings during a cycle, and rings for a change during it afterwards', () => {
  pacer.change();
  cycle(1000, () => {
    pacer.change();
  });
  expect(rings).toBe(0);
  vi.advanceTimersByTime(9000);
  expect(rings).toBe(1);
});

it('forgets a change that a cycle has taken', () => {
  pacer.change();
  cycle(1);
  vi.advanceTimersByTime(10_000);
  expect(rings).toBe(0);
});
