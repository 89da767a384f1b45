/** Texts that every instance hears of: channels by name, nothing kept for who was not there. */
export interface Bus {
  publish(channel: string, text: string): Promise<void>;
  /** Hears of a channel until the returned function is called; goes on after a connection was lost. */
  subscribe(channel: string, hear: (text: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
