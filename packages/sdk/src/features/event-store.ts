export { eventStore } from '../../../../src/runtime/features/event-store.ts';
