import { Provider } from '@service/sdk';

/** One instance for the whole server; tools and resources get it with `inject(ExampleProvider)`. */
@Provider({ name: 'example' })
export class ExampleProvider {
  readonly startedAt = new Date();
}
