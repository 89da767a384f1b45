import { App } from '@service/sdk';
import { ExplainPrompt } from './prompts/explain.prompt';
import { ConstantsResource } from './resources/constants.resource';
import { AddTool } from './tools/add.tool';

@App({
  id: 'calc',
  name: 'Calculator',
  tools: [AddTool],
  resources: [ConstantsResource],
  prompts: [ExplainPrompt],
})
export class CalcApp {}
