import { Service } from '@service/sdk';
import { GithubApp } from './github.app';

@Service({
  info: { name: 'repositories', version: '0.1.0', title: 'Repositories' },
  instructions:
    'Searches and reads public repositories of GitHub. A result with `next` has another page: call the tool again with these arguments.',
  apps: [GithubApp],
})
export class Server {}
