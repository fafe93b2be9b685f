import { freePort } from '../environment/children.ts'
import { startAppInstance } from './app-instance.ts'
import type { Fixture } from './fixture.ts'

/** The same fixture as a second shop on the same database has it: with an address of its own. */
export interface SecondInstance extends AsyncDisposable {
  fixture: Fixture
}

/** Starts a second shop beside the one of `fixture`: a race between the two is won in the database. */
export async function startSecondInstance(fixture: Fixture): Promise<SecondInstance> {
  const port = await freePort()
  const settings = { ...fixture.settings, PORT: String(port) }
  const second: Fixture = { ...fixture, port, origin: `http://127.0.0.1:${port}`, settings }
  const app = await startAppInstance(second)
  return { fixture: second, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}
