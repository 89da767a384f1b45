import sharp from 'sharp';

export async function probe(): Promise<string> {
  const image = sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } });
  const { format, height, width } = await sharp(await image.png().toBuffer()).metadata();
  return `${format} ${width}x${height}`;
}
