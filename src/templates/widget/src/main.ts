import { Service } from '@service/sdk';
import { ColoursApp } from './colours.app';

@Service({
  info: { name: 'colours', version: '0.1.0', title: 'Colours' },
  instructions: 'Shows colours that go together; the person may look at others.',
  apps: [ColoursApp],
})
export class Server {}
