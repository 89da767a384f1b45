import { stringify } from 'yaml';
import { serverlessATarget } from '../../../targets/serverless_a.ts';
import { type PartFile, type Parts, commandsOf } from './part-file.ts';
import { nodeVersion } from './project-files.ts';

/** What builds for a platform write beside `dist`. */
const outputs: Readonly<Record<string, string>> = { serverless_a: '.vercel/' };

/** Lines of .gitignore for outputs of these targets elsewhere than in `dist`. */
export const ignoredOutputs = (targets: readonly string[]): readonly string[] =>
  targets.flatMap((target) => (Object.hasOwn(outputs, target) ? [outputs[target] ?? ''] : []));

/** What the platforms of a project's targets read, and the workflow that deploys to them. */
export function platformFiles(name: string, parts: Parts): readonly PartFile[] {
  const { cicd, targets } = parts;
  const jobs = {
    ...(targets.includes('serverless_a') ? { serverless_a: deployA(parts) } : {}),
    ...(targets.includes('serverless_b') ? { serverless_b: deployB(name, parts) } : {}),
  };
  const hasJobs = Object.keys(jobs).length > 0;
  const workflow = { name: 'deploy', on: { workflow_dispatch: {} }, permissions: { contents: 'read' }, jobs };
  return [
    ...(targets.includes('serverless_a') ? [platformFileOfA(name)] : []),
    ...(targets.includes('serverless_b') ? [{ path: 'ci/template.yaml', text: stringify(stackOf(name, secretsOfServer(parts))) }] : []),
    ...(hasJobs && cicd === 'github' ? [{ path: '.github/workflows/deploy.yml', text: stringify(workflow) }] : []),
  ];
}

/** As a build writes it. */
function platformFileOfA(name: string): PartFile {
  const file = serverlessATarget.platformFile?.({ name, features: [], readsEnvironment: false, builtins: [] });
  return { path: file?.names[0] ?? '', text: file?.contents('') ?? '' };
}

/** What a server keeps secret, as parameters of the stack: an empty one counts as unset. The address of a store holds its password. */
const secretsOfServer = ({ redis }: Parts): readonly (readonly [parameter: string, variable: string, what: string])[] => [
  ['McpSessionSecret', 'MCP_SESSION_SECRET', 'at least 32 bytes'],
  ['JwtSecret', 'JWT_SECRET', 'at least 32 bytes'],
  ...(redis ? ([['RedisUrl', 'REDIS_URL', 'rediss://user:password@host:6379']] as const) : []),
];

/** A SAM template: a function URL streams, and passes headers on as they are. */
const stackOf = (name: string, secrets: ReturnType<typeof secretsOfServer>): object => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Transform: 'AWS::Serverless-2016-10-31',
  Description: `The MCP server ${name}`,
  Parameters: Object.fromEntries(
    secrets.map(([parameter, variable, what]) => [
      parameter,
      { Type: 'String', NoEcho: true, Default: '', Description: `${variable}: ${what}` },
    ]),
  ),
  Resources: {
    Server: {
      Type: 'AWS::Serverless::Function',
      Properties: {
        CodeUri: '../dist/serverless_b/',
        Handler: 'handler.stream',
        Runtime: `nodejs${nodeVersion}.x`,
        Architectures: ['x86_64'],
        MemorySize: 512,
        Timeout: 60,
        Environment: {
          Variables: {
            NODE_ENV: 'production',
            ...Object.fromEntries(secrets.map(([parameter, variable]) => [variable, { Ref: parameter }])),
          },
        },
        FunctionUrlConfig: { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' },
      },
    },
  },
  Outputs: { Url: { Value: { 'Fn::GetAtt': ['ServerUrl', 'FunctionUrl'] } } },
});

/** Secrets of the repository, as variables: never as text of a command. */
const secretsOf = (...names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, `\${{ secrets.${name} }}`]));

const prepared = ({ packageManager }: Parts, target: string): readonly object[] => {
  const { install, service } = commandsOf(packageManager);
  return [
    { uses: 'actions/checkout@v5' },
    ...(packageManager === 'npm' ? [] : [{ run: 'corepack enable' }]),
    { uses: 'actions/setup-node@v5', with: { 'node-version-file': '.nvmrc', cache: packageManager } },
    { run: install },
    { run: `${service} build --target ${target}` },
  ];
};

const deployA = (parts: Parts): object => ({
  'runs-on': 'ubuntu-latest',
  env: secretsOf('VERCEL_TOKEN', 'VERCEL_ORG_ID', 'VERCEL_PROJECT_ID'),
  steps: [...prepared(parts, 'serverless_a'), { run: 'npx --yes vercel@59 deploy --prebuilt --prod --token "$VERCEL_TOKEN"' }],
});

const deployB = (name: string, parts: Parts): object => ({
  'runs-on': 'ubuntu-latest',
  permissions: { contents: 'read', 'id-token': 'write' },
  env: secretsOf(...secretsOfServer(parts).map(([, variable]) => variable)),
  steps: [
    ...prepared(parts, 'serverless_b'),
    {
      uses: 'aws-actions/configure-aws-credentials@v5',
      with: { 'role-to-assume': '${{ vars.AWS_ROLE }}', 'aws-region': '${{ vars.AWS_REGION }}' },
    },
    { uses: 'aws-actions/setup-sam@v2' },
    {
      run: [
        `sam deploy --template-file ci/template.yaml --stack-name ${stackName(name)}`,
        '--resolve-s3 --capabilities CAPABILITY_IAM --no-confirm-changeset --no-fail-on-empty-changeset',
        `--parameter-overrides ${secretsOfServer(parts)
          .map(([parameter, variable]) => `"${parameter}=$${variable}"`)
          .join(' ')}`,
      ].join(' '),
    },
  ],
});

/** Letters, digits and hyphens, first a letter. */
const stackName = (name: string): string => `mcp-${name.replaceAll(/[^a-zA-Z0-9]+/g, '-').replace(/-+$/, '')}`;

/** Appended to README.md. */
export function deploySection({ packageManager, redis, targets }: Parts): string {
  const { service } = commandsOf(packageManager);
  const lines = [
    ...(targets.includes('serverless_a')
      ? [`| \`${service} build --target serverless_a && npx vercel deploy --prebuilt\` | deploys \`.vercel/output\` |`]
      : []),
    ...(targets.includes('serverless_b')
      ? [
          `| \`${service} build --target serverless_b && sam deploy --guided --template-file ci/template.yaml\` | deploys \`dist/serverless_b/\` with a function URL |`,
        ]
      : []),
  ];
  const table = ['## Deploy', '', '| Command | Does |', '| --- | --- |', ...lines];
  const store = redis ? ', and `REDIS_URL` to the Redis of your sessions: without it a function looks for one on itself' : '';
  const rest = `Set \`MCP_SESSION_SECRET\`, of at least 32 bytes, for clients that open with \`initialize\`, and \`JWT_SECRET\` for sign-in${store}.`;
  return lines.length === 0 ? '' : ['', ...table, '', rest, ''].join('\n');
}
