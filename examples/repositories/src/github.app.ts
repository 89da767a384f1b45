import { App } from '@service/sdk';
import { OpenapiAdapter } from '@service/adapters';
import { withoutAddresses } from './without-addresses';

const github = OpenapiAdapter.init({
  name: 'github',
  spec: 'api/github.yaml',
  baseUrl: process.env['GITHUB_API'] ?? 'https://api.github.com',
  additionalHeaders: {
    accept: 'application/vnd.github+json',
    'user-agent': 'repositories-example/0.1',
    'x-github-api-version': '2022-11-28',
  },
  staticAuth: { jwt: process.env['GITHUB_TOKEN'] },
  toolTransforms: { global: [{ annotations: { readOnlyHint: true, openWorldHint: true } }] },
  dataTransforms: { postToolTransforms: { global: [(_ctx, data) => withoutAddresses(data)] } },
});

@App({ id: 'github', name: 'GitHub', adapters: [github] })
export class GithubApp {}
