import { Resource, ResourceContext } from '@service/sdk';

@Resource({
  name: 'example',
  uri: 'app://example',
  description: 'Write here what a reader finds in it.',
  mimeType: 'application/json',
})
export class ExampleResource extends ResourceContext {
  execute() {
    return { ready: true };
  }
}
