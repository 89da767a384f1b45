import puppeteer from 'puppeteer-core';

export const probe = async (): Promise<string> =>
  puppeteer.launch({ executablePath: '/does/not/exist' }).then(
    () => 'started',
    (error: Error) => error.message.split('\n', 1)[0] ?? '',
  );
