import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as sdk from '@service/sdk';
import { packageOf, unavailablePackages, unavailableSdkNames } from './unavailable-names.ts';

const decorators =
  'App Tool Resource ResourceTemplate Prompt Plugin Provider Adapter AuthProvider Skill Agent Job Workflow Channel Flow LogTransport';
const builders = 'app tool resource resourceTemplate prompt job agent skill workflow channel';
const withPrefix = (name: string): readonly string[] => [name, `service${name.charAt(0).toUpperCase()}${name.slice(1)}`];
const names = [
  'Service',
  ...decorators.split(' ').flatMap((name) => [name, `Service${name}`]),
  ...builders.split(' ').flatMap(withPrefix),
  ...'ToolContext ResourceContext ResourceTemplateContext PromptContext AgentContext JobContext ChannelContext SkillContext'.split(' '),
  ...'ExecutionContextBase DynamicPlugin DynamicAdapter FlowBase AsyncProvider ProviderScope ServiceInstance LogLevel'.split(' '),
  ...'create clearCreateCache connect connectOpenAI connectClaude connectLangChain connectVercelAI'.split(' '),
  ...'FlowHooksOf ToolHook ListToolsHook HttpHook ResourceHook ListResourcesHook ListResourceTemplatesHook AgentCallHook'.split(' '),
  ...'ChannelSendHook ChannelListHook OAuthAuthorizeHook OAuthCallbackHook OAuthTokenHook OAuthRegisterHook'.split(' '),
  ...'ConfigPlugin createForGraph createForCli ElicitationRequestHook ElicitationResultHook z FlowControl httpRespond getServerlessHandlerAsync getRuntimeContext'.split(
    ' ',
  ),
  ...'isPublicError toMcpError formatMcpErrorResponse McpError PublicMcpError InternalMcpError ToolNotFoundError'.split(' '),
];

test('[I16.names.exported] every authoring name is exported, or refused by name with what to write instead', () => {
  for (const name of names) {
    const isExported = Reflect.get(sdk, name) !== undefined;
    assert.is(isExported, !unavailableSdkNames.has(name), `${name}: exported, or refused, and not both`);
  }
});

test('each refusal names the alternative', () => {
  for (const [name, instead] of [...unavailableSdkNames, ...unavailablePackages]) assert.ok(instead.length >= 20 && instead !== name, name);
});

test('the package of an import is its name without the rest', () => {
  assert.equal(['@service/lazy-zod/v4', 'zod/mini', '@service/sdk'].map(packageOf), ['@service/lazy-zod', 'zod', '@service/sdk']);
});

test.run();
