import type { Client } from '@service/sdk/client';
import { messageOf } from '@service/sdk/internal';
import { isJsonObject, jsonObjectMember, jsonObjectsIn, type JsonObject } from '@service/sdk/model';
import { registerTool, type BrowserTool, type ModelContext } from './model-context.ts';

export interface Offering {
  readonly connect: () => Promise<Client>;
  readonly context: ModelContext;
  /** Whether the tool of this name is offered. */
  readonly include: (name: string) => boolean;
  /** Hears what the browser does not get. */
  readonly refused: (what: string, why: string) => void;
}

/** What the browser has of one tool. */
interface Offered {
  /** What it says of itself: a tool that says something else is another one. */
  readonly says: string;
  readonly withdraw: AbortController;
}

/** The tools that one client sees, offered to the agent of the browser while they are listed. */
export class OfferedTools {
  readonly #offering: Offering;
  readonly #connecting: Promise<Client>;
  readonly #offered = new Map<string, Offered>();
  readonly #stop = new AbortController();
  #isReading = false;
  #isStale = false;

  constructor(offering: Offering) {
    this.#offering = offering;
    this.#connecting = offering.connect();
    this.#connecting.then(
      (client) => this.#follow(client),
      (failure: unknown) => this.#fail(failure),
    );
  }

  /** Withdraws them all at once; settled when the client has ended. */
  async withdraw(): Promise<void> {
    this.#stop.abort(new Error('the page offers its tools no more'));
    for (const { withdraw } of this.#offered.values()) withdraw.abort();
    const client = await this.#connecting.catch(() => undefined);
    await client?.close();
  }

  #follow(client: Client): void {
    const heard = (method: string): void => {
      if (method === 'notifications/tools/list_changed' || method === 'notifications/subscriptions/acknowledged') void this.#read(client);
    };
    // A server whose lists never change may refuse to tell.
    client.listen({ toolsListChanged: true }, heard, this.#stop.signal).catch(() => this.#read(client));
  }

  /** Changes while a list is read are read together. */
  async #read(client: Client): Promise<void> {
    const { signal } = this.#stop;
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && !signal.aborted) {
        this.#isStale = false;
        await this.#offer(this.#choose(await client.listTools({ signal }), client));
      }
    } catch (failure) {
      this.#fail(failure);
    } finally {
      this.#isReading = false;
    }
  }

  #choose(listed: readonly JsonObject[], client: Client): ReadonlyMap<string, BrowserTool> {
    const { include, refused } = this.#offering;
    const chosen = new Map<string, BrowserTool>();
    for (const tool of listed) {
      const { name } = tool;
      if (typeof name !== 'string' || !include(name)) continue;
      const known = name.replaceAll(foreign, '_').slice(0, maxName);
      if (chosen.has(known)) refused(name, `the browser would know it as "${known}", as it does another tool`);
      else chosen.set(known, toBrowserTool(tool, { name, known, client }));
    }
    return chosen;
  }

  async #offer(tools: ReadonlyMap<string, BrowserTool>): Promise<void> {
    for (const [name, { says, withdraw }] of this.#offered) {
      const tool = tools.get(name);
      if (tool !== undefined && JSON.stringify(tool) === says) continue;
      withdraw.abort();
      this.#offered.delete(name);
    }
    for (const tool of tools.values()) if (!this.#offered.has(tool.name) && !this.#stop.signal.aborted) await this.#register(tool);
  }

  async #register(tool: BrowserTool): Promise<void> {
    const withdraw = new AbortController();
    // Before it is waited for: a page that ends meanwhile withdraws it.
    this.#offered.set(tool.name, { says: JSON.stringify(tool), withdraw });
    try {
      await registerTool(this.#offering.context, tool, withdraw.signal);
    } catch (failure) {
      this.#offered.delete(tool.name);
      if (!withdraw.signal.aborted) this.#offering.refused(tool.name, messageOf(failure));
    }
  }

  #fail(failure: unknown): void {
    if (!this.#stop.signal.aborted) this.#offering.refused('any tool', messageOf(failure));
  }
}

/** Characters that a name has in a browser, and how many. */
const foreign = /[^A-Za-z0-9_.-]/g;
const maxName = 128;

function toBrowserTool(
  tool: JsonObject,
  { client, known, name }: { readonly name: string; readonly known: string; readonly client: Client },
): BrowserTool {
  const { description, inputSchema, title } = tool;
  const { openWorldHint, readOnlyHint } = jsonObjectMember(tool, 'annotations');
  return {
    name: known,
    ...(typeof title === 'string' ? { title } : {}),
    // A browser refuses a tool without one.
    description: typeof description === 'string' && description !== '' ? description : name,
    ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
    annotations: {
      ...(readOnlyHint === true ? { readOnlyHint } : {}),
      // What comes from elsewhere may hold words that are meant for the model.
      ...(openWorldHint === false ? {} : { untrustedContentHint: true }),
    },
    execute: async (input, { signal } = {}) => {
      try {
        return answerOf(await client.callTool(name, isJsonObject(input) ? input : {}, signal === undefined ? {} : { signal }));
      } catch (failure) {
        // A browser keeps the message of a rejection from its agent.
        return { isError: true, message: messageOf(failure) };
      }
    },
  };
}

/** A result as an agent reads it. */
function answerOf({ content, isError, structuredContent }: JsonObject): JsonObject | string {
  const text = jsonObjectsIn(content)
    .flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []))
    .join('\n');
  if (isError === true) return { isError, message: text };
  return isJsonObject(structuredContent) ? structuredContent : text;
}
