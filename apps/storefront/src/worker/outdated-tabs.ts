import { addressToKeep } from './kinds.ts'
import type { AskedEvent, Tab, WorkerScope } from './scope.ts'

/**
 * The tabs that show a kept copy after another one has arrived, until they ask. A tab is named by its id; where the browser does
 * not say that of a page that is asked for, as Safari 15, by the address of the page.
 */
export function outdatedTabs(clients: Pick<WorkerScope['clients'], 'get' | 'matchAll'>) {
  const waiting = new Set<string>()
  return {
    /** Notifies the tab, or else leaves that for it to ask: its code, which listens, is loaded late. */
    async notify(name: string): Promise<void> {
      waiting.add(name)
      const named = await clients.get(name)
      const tabs = named ? [named] : await clients.matchAll()
      for (const tab of tabs) if (named || addressToKeep(tab.url) === name) tab.postMessage('outdated')
    },
    /** Answers a tab that asks. */
    answer(tab: Tab): void {
      const names = [tab.id, addressToKeep(tab.url)]
      if (names.filter((name) => waiting.delete(name)).length > 0) tab.postMessage('outdated')
    },
  }
}

/** The name of the tab that asks, or that a page is asked for. */
export const tabOf = ({ resultingClientId, clientId, request }: AskedEvent): string =>
  resultingClientId || clientId || addressToKeep(request.url)
