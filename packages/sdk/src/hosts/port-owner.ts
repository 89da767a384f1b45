export { findListeningPid } from '../../../../src/runtime/hosts/port-owner.ts';
