import { App, Service } from '@service/sdk';
import { Repository } from './repository';
import { GitBlameTool } from './tools/git-blame.tool';
import { GitDiffTool } from './tools/git-diff.tool';
import { GitLogTool } from './tools/git-log.tool';
import { GitShowTool } from './tools/git-show.tool';

@App({
  id: 'history',
  name: 'Git history',
  providers: [Repository],
  tools: [GitLogTool, GitShowTool, GitDiffTool, GitBlameTool],
})
export class HistoryApp {}

@Service({
  info: { name: 'git-history', version: '0.1.0', title: 'Git history' },
  instructions: 'Reads the history of one git repository and changes nothing.',
  apps: [HistoryApp],
})
export class Server {}
