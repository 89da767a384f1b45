import { ToolForm } from '@service/react';
import { isRecord, Listeners } from '@service/sdk/internal';
import type { JsonObject } from '@service/sdk/model';
import { useSyncExternalStore, type ReactElement } from 'react';

interface Question {
  readonly asked: JsonObject;
  readonly answer: (result: JsonObject) => void;
}

/** What servers ask the person, one at a time. */
export class Questions {
  #open: readonly Question[] = [];
  readonly #listeners = new Listeners();

  ask(asked: JsonObject): Promise<JsonObject> {
    return new Promise((resolve) => {
      const question: Question = {
        asked,
        answer: (result) => {
          this.#set(this.#open.filter((one) => one !== question));
          resolve(result);
        },
      };
      this.#set([...this.#open, question]);
    });
  }

  readonly first = (): Question | undefined => this.#open[0];

  readonly subscribe = this.#listeners.add;

  #set(open: readonly Question[]): void {
    this.#open = open;
    this.#listeners.tell();
  }
}

/** The question of the server that waits for the longest. */
export function QuestionDialog({ questions }: { readonly questions: Questions }): ReactElement | null {
  const question = useSyncExternalStore(questions.subscribe, questions.first);
  if (question === undefined) return null;
  const { answer, asked } = question;
  const { message, requestedSchema, url } = asked;
  const schema = isRecord(requestedSchema) ? requestedSchema : undefined;
  return (
    <div className="veil">
      <div className="dialog" role="dialog" aria-modal="true" aria-label="The server asks">
        <h2>The server asks</h2>
        <p>{typeof message === 'string' ? message : ''}</p>
        {typeof url === 'string' && <pre>{url}</pre>}
        {schema === undefined ? (
          <button type="button" onClick={() => answer({ action: 'accept' })}>
            Done
          </button>
        ) : (
          <ToolForm
            tool={{ name: 'answer', inputSchema: schema }}
            submitLabel="Answer"
            onSubmit={(content) => answer({ action: 'accept', content })}
          />
        )}
        <button type="button" className="plain" onClick={() => answer({ action: 'decline' })}>
          Decline
        </button>
      </div>
    </div>
  );
}
