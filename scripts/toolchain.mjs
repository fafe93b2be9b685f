import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root, runStep } from './child.mjs'
import { log, UsageError } from './log.mjs'

const oldestNode = 20
const files = ['package.json', 'package-lock.json', '.npmrc']
const wanted = path.join(root, 'scripts', 'toolchain')
const installed = path.join(root, '.toolchain')

/**
 * Sees to it that the project's own Node and pnpm lie in .toolchain, fetched with npm and checked against the lock
 * file, and returns the environment in which commands find them. Throws a UsageError where that cannot be done.
 */
export async function readyToolchain() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < oldestNode) throw new UsageError(`Node ${oldestNode} or newer is needed; this is ${process.version}.`)
  try {
    if (!isCurrent()) await install()
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EPERM' && error.code !== 'EROFS') throw error
    throw new UsageError(`The project's folder must be writable for you: ${error.message}`)
  }
  return environment(toolFolders(installed))
}

/** Also of the programs themselves: whoever deletes every node_modules, or brings the folder from another machine, has none. */
function isCurrent() {
  const lock = path.join(installed, 'package-lock.json')
  const isWanted = existsSync(lock) && fingerprint(lock) === fingerprint(path.join(wanted, 'package-lock.json'))
  return isWanted && findToolFolders(installed) !== undefined
}

function fingerprint(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** The folder gets its name when it is complete: an interrupted download leaves nothing that looks installed. */
async function install() {
  log('fetching Node and pnpm into .toolchain')
  removeLeftInstalls()
  const draft = `${installed}.draft-${process.pid}`
  const old = `${installed}.old-${process.pid}`
  try {
    mkdirSync(draft)
    for (const file of files) copyFileSync(path.join(wanted, file), path.join(draft, file))
    await runNpm(['ci', '--ignore-scripts', '--loglevel=error'], draft)
    toolFolders(draft)
    if (isCurrent()) return
    if (existsSync(installed)) renameSync(installed, old)
    renameSync(draft, installed)
  } finally {
    for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true })
  }
}

/** What an installation that was killed could not remove: some 200 MB each. */
function removeLeftInstalls() {
  for (const name of readdirSync(root)) {
    const [, pid] = /^\.toolchain\.(?:draft|old)-(\d+)$/.exec(name) ?? []
    if (pid && !isOfAnother(Number(pid))) rmSync(path.join(root, name), { recursive: true, force: true })
  }
}

/** Whether another process has this number. In a container each start may have the same one. */
function isOfAnother(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** npm tells its scripts where it lies; without it, as under `node scripts/run.mjs`, it is looked for on the PATH. */
async function runNpm(parameters, cwd) {
  const npm = process.env.npm_execpath
  const [command, first] = npm && /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  await runStep(command, [...first, ...parameters], {
    cwd,
    env: process.env,
    failure: 'npm could not fetch Node and pnpm: is its registry within reach?',
  })
}

/** Where node and pnpm lie below `folder`. npm leaves out, in silence, what does not suit the machine or fails. */
function toolFolders(folder) {
  const found = findToolFolders(folder)
  if (found) return found
  const { arch, platform } = process
  throw new UsageError(
    `npm brought no Node or no pnpm for ${platform} on ${arch}. If that is one of Linux, macOS or Windows, try again; elsewhere run the shop in its container (docker compose up).`,
  )
}

function findToolFolders(folder) {
  const { arch, platform } = process
  const modules = path.join(folder, 'node_modules')
  const nodeNames = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`]
  const nodeFolder = nodeNames.map((name) => path.join(modules, name, 'bin')).find((each) => existsSync(each))
  const pnpmFolder = path.join(modules, '@pnpm', `exe.${platform}-${arch}${usesMusl() ? '-musl' : ''}`)
  const isWhole = nodeFolder && existsSync(pnpmFolder) && ![nodeFolder, pnpmFolder].some(hasEmptyFile)
  return isWhole ? [nodeFolder, pnpmFolder] : undefined
}

/** A power cut soon after an installation leaves files without a byte: an empty Node would end each command as if it were done. */
function hasEmptyFile(folder) {
  return readdirSync(folder).some((name) => statSync(path.join(folder, name)).size === 0)
}

function usesMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}

/** What npm tells its scripts about itself would be read by pnpm as its own settings. */
const npmsOwn =
  /^npm_(package|lifecycle|config_(user_agent|npm_version|local_prefix|node_gyp|noproxy|prefix|global_prefix|globalconfig|init_module|cache))/

function environment(folders) {
  const kept = Object.entries(process.env).filter(([name]) => !npmsOwn.test(name))
  const search = [...folders, path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter)
  return { ...Object.fromEntries(kept), PATH: search, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
}
