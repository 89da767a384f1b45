import { Jimp } from 'jimp';

export async function probe(): Promise<string> {
  const image = new Jimp({ width: 8, height: 4, color: 0xff0000ff });
  const read = await Jimp.read(await image.getBuffer('image/png'));
  return `${read.bitmap.width}x${read.bitmap.height}`;
}
