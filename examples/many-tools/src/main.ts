import { OpenapiAdapter } from '@service/adapters';
import { CodeCallPlugin } from '@service/plugin-codecall';
import { App, Service } from '@service/sdk';

const github = OpenapiAdapter.init({
  name: 'github',
  spec: 'api/github.json',
  baseUrl: process.env['GITHUB_API'] ?? 'https://api.github.com',
  additionalHeaders: {
    accept: 'application/vnd.github+json',
    'user-agent': 'many-tools-example/0.1',
    'x-github-api-version': '2022-11-28',
  },
  staticAuth: { jwt: process.env['GITHUB_TOKEN'] },
});

@App({ id: 'github', name: 'GitHub', adapters: [github] })
export class GithubApp {}

@Service({
  info: { name: 'many-tools', version: '0.1.0', title: 'Many tools' },
  instructions: 'GitHub. Search the tools, describe those that you need, and call them from one script.',
  apps: [GithubApp],
  plugins: [CodeCallPlugin],
})
export class Server {}
