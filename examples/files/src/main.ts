import { App, Service } from '@service/sdk';
import { RootFolder } from './root-folder';
import { ListFolderTool } from './tools/list-folder.tool';
import { ReadFileTool } from './tools/read-file.tool';
import { SearchFilesTool } from './tools/search-files.tool';
import { WriteFileTool } from './tools/write-file.tool';

@App({
  id: 'files',
  name: 'Files',
  providers: [RootFolder],
  tools: [ReadFileTool, WriteFileTool, ListFolderTool, SearchFilesTool],
})
export class FilesApp {}

@Service({
  info: { name: 'files', version: '0.1.0', title: 'Files' },
  instructions: 'Reads and writes text files below one folder.',
  apps: [FilesApp],
})
export class Server {}
