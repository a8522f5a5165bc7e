/* undici's main module would replace the dispatcher of Node's own fetch, and takes longer to load. */

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}
