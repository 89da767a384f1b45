/*
 * The timers and the clock of the machine. A test that fakes its own (`jest.useFakeTimers()`) still waits for a real server, so whatever
 * waits or measures here imports them, and uses no global ones.
 */
export { performance } from 'node:perf_hooks';
export { clearTimeout, setTimeout } from 'node:timers';
