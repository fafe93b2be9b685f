import { runStep } from './child.mjs'
import { log } from './log.mjs'

/** Installs exactly what pnpm-lock.yaml says; quick when everything is installed already. */
export async function installPackages(env) {
  log('installing packages')
  const flags = ['--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=error']
  // A node_modules folder that something else made is replaced, instead of asking a terminal that may not be there.
  await runStep('pnpm', ['install', ...flags, '--config.confirmModulesPurge=false'], {
    env,
    failure: 'The packages could not be installed.',
  })
}
