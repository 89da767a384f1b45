import { marked } from 'marked';

export const probe = async (): Promise<string> => (await marked('**bold**')).trim();
