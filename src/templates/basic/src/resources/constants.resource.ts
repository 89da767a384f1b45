import { Resource, ResourceContext } from '@service/sdk';

@Resource({
  name: 'constants',
  uri: 'calc://constants',
  description: 'Numbers worth knowing.',
  mimeType: 'application/json',
})
export class ConstantsResource extends ResourceContext {
  execute() {
    return { pi: Math.PI, e: Math.E };
  }
}
