import * as cheerio from 'cheerio';

export const probe = (): string => cheerio.load('<p class="a">hello</p>')('.a').text();
