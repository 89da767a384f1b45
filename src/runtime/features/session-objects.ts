import { namespaceOf } from '../storage/drivers/durable-object.ts';
import { MemoryCounterStore } from '../http/limits/counter-store.ts';
import { createSessionForwarding, givenSessionId } from '../http/transports/session-forwarding.ts';
import { sessionClass, standardSessionBinding } from '../model/index.ts';
import { defineFeature } from './application/define-feature.ts';
import { limitCreation, ownStorage } from './sharing/kept-state.ts';

/** Sessions in Durable Objects of a worker, one each (`sessions`). Outside of them requests are passed on; within one its session lives. */
export const sessionObjects = defineFeature('session-objects', ({ environment, http, runtime }) => {
  const { sessions } = runtime.declared;
  if (sessions === undefined) return {};
  if (environment.binding?.(ownStorage) !== undefined) return { provides: { sessionObjects: { givenSessionId } } };
  const { binding = standardSessionBinding } = sessions;
  const objects = namespaceOf(environment.binding?.(binding), { name: binding, className: sessionClass });
  const admit = limitCreation({ store: new MemoryCounterStore(), now: runtime.now });
  return {
    provides: {
      sessionObjects: {
        createTransport: (opening) => createSessionForwarding({ objects, http, admit, ...opening }),
      },
    },
  };
});
