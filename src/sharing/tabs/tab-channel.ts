import { readMessage, type SentMessage, type TabMessage } from './tab-messages.js';

/** @param onMessage called for each message of another member that has one of the known shapes. */
export function openTabChannel(channel: BroadcastChannel, id: string, onMessage: (message: SentMessage) => void) {
  let isClosed = false;
  function receive({ data }: MessageEvent<unknown>): void {
    const sent = readMessage(data);
    if (sent !== undefined && sent.from !== id && !isClosed) onMessage(sent);
  }
  channel.addEventListener('message', receive);
  return {
    post(content: TabMessage) {
      const sent: SentMessage = { from: id, content };
      if (!isClosed) channel.postMessage(sent);
    },
    close() {
      isClosed = true;
      channel.removeEventListener('message', receive);
      channel.close();
    },
  };
}
