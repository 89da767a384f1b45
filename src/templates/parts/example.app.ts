import { App } from '@service/sdk';

@App({
  id: 'example',
  name: 'Example',
  description: 'Write here what its tools have in common.',
  tools: [],
})
export class ExampleApp {}
