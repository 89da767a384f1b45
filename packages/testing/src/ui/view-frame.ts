const waitMs = 20;
const maxTries = 500;

/** The frame of the view: a browser that gives it a process of its own tells of it a little later than the view speaks. */
export async function viewFrameOf<Frame extends { url(): string }>(page: { frames(): readonly Frame[] }): Promise<Frame | undefined> {
  for (let tries = 0; tries < maxTries; tries++) {
    const frame = page.frames().find((one) => one.url().startsWith('about:srcdoc'));
    if (frame !== undefined) return frame;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return undefined;
}
