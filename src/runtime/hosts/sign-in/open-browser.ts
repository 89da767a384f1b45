import { spawn } from 'node:child_process';

/** Programs that show a page in the person's browser, by platform. */
const openers: Readonly<Record<string, readonly [command: string, ...flags: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a page where a browser is; failing to is no error, because its address was printed too. The address is an argument, never a shell's text. */
export function openBrowser(url: string): void {
  const [command, ...flags] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...flags, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
