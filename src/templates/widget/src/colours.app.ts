import { App } from '@service/sdk';
import { PaletteTool } from './tools/palette.tool';

@App({ id: 'colours', name: 'Colours', tools: [PaletteTool] })
export class ColoursApp {}
