import { readBody, readEvents } from './event-stream.ts';
import { answerFrom, isEventStream, uncompressed, type Answer, type HeaderFields, type Json } from './wire.ts';

/** The server ends the stream with its session, at once; one that stays open for as long as this is part of the answer. */
const endLimitMs = 30_000;

/** The GET stream of a session: what the server says without being asked. */
export class BackgroundStream {
  readonly #response: Response;
  readonly #abort: AbortController;
  readonly #messages: Json[] = [];
  readonly #ended: Promise<void>;

  private constructor(response: Response, abort: AbortController) {
    this.#response = response;
    this.#abort = abort;
    this.#ended = this.#read();
  }

  static async open(url: string, headers: HeaderFields): Promise<BackgroundStream> {
    const abort = new AbortController();
    const response = await fetch(url, { headers: { accept: 'text/event-stream', ...uncompressed, ...headers }, signal: abort.signal });
    return new BackgroundStream(response, abort);
  }

  /** Its whole answer; to be asked for when the session is closed. A stream that stays open is part of the answer. */
  async end(): Promise<Answer> {
    const limit = setTimeout(() => this.#abort.abort(), endLimitMs);
    await this.#ended;
    clearTimeout(limit);
    return answerFrom(this.#response, this.#messages);
  }

  async #read(): Promise<void> {
    try {
      if (!isEventStream(this.#response)) this.#messages.push(...readBody(await this.#response.text()));
      else if (this.#response.body !== null) for await (const message of readEvents(this.#response.body)) this.#messages.push(message);
    } catch {
      this.#messages.push(this.#abort.signal.aborted ? 'the stream stays open' : 'the stream was cut off');
    }
  }
}
