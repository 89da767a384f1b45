import { ProtocolError } from './protocol-error.ts';

/**
 * What a question rejects with when its answer can only come with the next round of the call (2026-07-28). The round has ended: its
 * answer is on the way to the client, whatever the handler does with this. The handler runs again once the client has answered.
 */
export class InputRequired extends ProtocolError {
  override readonly name: string = 'InputRequired';

  constructor() {
    super(-32603, 'This round of the call has ended with a question; the handler runs again with the answer');
  }
}
