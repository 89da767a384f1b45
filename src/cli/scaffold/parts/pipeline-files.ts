import { stringify } from 'yaml';
import { type PartFile, type Parts, commandsOf } from './part-file.ts';
import { nodeVersion } from './project-files.ts';

export const pipelineFiles = (parts: Parts): readonly PartFile[] =>
  parts.cicd === 'github'
    ? [{ path: '.github/workflows/ci.yml', text: stringify(githubWorkflow(parts)) }]
    : [{ path: '.gitlab-ci.yml', text: stringify(gitlabPipeline(parts)) }];

/** A value for tests alone: without one, servers that share sessions do not start. */
const testVariables = { MCP_SESSION_SECRET: 'for-tests-alone-and-of-32-bytes-at-least' };

function githubWorkflow({ packageManager, redis }: Parts): object {
  const { install, run, service } = commandsOf(packageManager);
  const isPullRequest = "github.event_name == 'pull_request'";
  const upload = (category: string, condition: string): object => ({
    name: `Upload findings of ${category}`,
    if: condition,
    uses: 'github/codeql-action/upload-sarif@v3',
    with: { sarif_file: `${category}.sarif`, category },
  });
  const hasContract = `${isPullRequest} && hashFiles('contract.json') != ''`;
  return {
    name: 'ci',
    on: { push: { branches: ['main'] }, pull_request: {} },
    permissions: { contents: 'read' },
    jobs: {
      build: {
        'runs-on': 'ubuntu-latest',
        permissions: { contents: 'read', 'security-events': 'write' },
        ...(redis
          ? {
              env: { ...testVariables, REDIS_URL: 'redis://127.0.0.1:6379' },
              services: { redis: { image: 'redis:8-alpine', ports: ['6379:6379'] } },
            }
          : {}),
        steps: [
          { uses: 'actions/checkout@v5', with: { 'fetch-depth': 0 } },
          ...(packageManager === 'npm' ? [] : [{ run: 'corepack enable' }]),
          { uses: 'actions/setup-node@v5', with: { 'node-version-file': '.nvmrc', cache: packageManager } },
          { run: install },
          { run: `${service} check --format github` },
          { name: 'Findings for code scanning', if: 'always()', run: `${service} audit --format sarif > audit.sarif` },
          upload('audit', "always() && hashFiles('audit.sarif') != ''"),
          { run: `${run} test` },
          {
            name: 'What breaks clients',
            if: hasContract,
            // A variable, because a branch may be named like a command.
            run: `${service} contract diff --against "origin/$GITHUB_BASE_REF" --format sarif > contract.sarif`,
          },
          upload('contract', `always() && ${hasContract} && hashFiles('contract.sarif') != ''`),
          { name: 'Every target', run: `${service} build` },
          { uses: 'actions/upload-artifact@v4', with: { name: 'dist', path: 'dist' } },
        ],
      },
    },
  };
}

function gitlabPipeline({ packageManager, redis }: Parts): object {
  const { install, run, service } = commandsOf(packageManager);
  const findings = { when: 'always', paths: ['audit.sarif', 'contract.sarif'] };
  return {
    default: {
      image: `node:${nodeVersion}-slim`,
      before_script: [...(packageManager === 'npm' ? [] : ['corepack enable']), install],
      ...(redis ? { services: [{ name: 'redis:8-alpine', alias: 'redis' }] } : {}),
    },
    ...(redis ? { variables: { ...testVariables, REDIS_URL: 'redis://redis:6379' } } : {}),
    stages: ['check', 'build'],
    check: {
      stage: 'check',
      script: [`${service} check`, `${service} audit --format sarif > audit.sarif`, `${run} test`],
      artifacts: findings,
    },
    contract: {
      stage: 'check',
      rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"', exists: ['contract.json'] }],
      script: [
        'apt-get update && apt-get install --yes --no-install-recommends git ca-certificates',
        'git fetch origin "$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"',
        `${service} contract diff --against FETCH_HEAD --format sarif > contract.sarif`,
      ],
      artifacts: findings,
    },
    build: { stage: 'build', script: [`${service} build`], artifacts: { paths: ['dist/'] } },
  };
}
