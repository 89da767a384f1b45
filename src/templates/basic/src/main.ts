import { Service } from '@service/sdk';
import { CalcApp } from './calc.app';

@Service({
  info: { name: 'calculator', version: '0.1.0', title: 'Calculator' },
  instructions: 'Adds numbers. Ask for the `constants` resource when you need one.',
  apps: [CalcApp],
})
export class Server {}
