import { Deliveries } from '../core/deliveries.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import { answerOfPhone } from './answering-phones.ts'
import { callbackBody } from './callback-body.ts'
import { Confirmations } from './confirmations.ts'
import type { CallbackPlan, PromptPlan } from './plans.ts'
import { type Prompt, Prompts } from './prompts.ts'
import { Pull } from './pull.ts'
import { QueryLimit } from './query-limit.ts'
import { Results } from './results.ts'
import { Reversals } from './reversals.ts'
import { type DarajaOptions, type DarajaSettings, darajaSettings } from './settings.ts'
import { isSetUpCorrectly, type StkRequest } from './stk-request.ts'
import { Tokens } from './tokens.ts'
import { TransactionStatus } from './transaction-status.ts'

/** A person needs longer; a program that waits for the outcome has to wait, and not for long. */
const ANSWERS_AFTER_MS = 500

/** Safaricom's side of an M-Pesa payment: tokens, prompts on phones, and callbacks to the shop. */
export class Daraja {
  readonly settings: DarajaSettings
  readonly tokens: Tokens
  readonly prompts: Prompts
  readonly queryLimit: QueryLimit
  readonly results: Results
  readonly pull: Pull
  readonly reversals: Reversals
  readonly status: TransactionStatus
  readonly callbacks: Deliveries<CallbackPlan>
  readonly confirmations: Confirmations
  readonly scripts
  readonly #world: World

  constructor(options: DarajaOptions, world: World) {
    const { clock, schedule, chance } = world
    this.#world = world
    this.settings = darajaSettings(options)
    this.tokens = new Tokens(this.settings, clock)
    this.prompts = new Prompts(world)
    this.results = new Results(world)
    this.pull = new Pull(this.settings, world)
    this.reversals = new Reversals(this.settings, world, this.results)
    this.status = new TransactionStatus(this.settings, world, this)
    this.confirmations = new Confirmations(this.settings, world)
    this.queryLimit = new QueryLimit(this.settings.queryLimit, clock)
    this.scripts = {
      token: new Script<ReplyPlan>(chance.branch('daraja.token'), { kind: 'normal' }),
      push: new Script<ReplyPlan>(chance.branch('daraja.push'), { kind: 'normal' }),
      query: new Script<ReplyPlan>(chance.branch('daraja.query'), { kind: 'normal' }),
      prompt: new Script<PromptPlan>(chance.branch('daraja.prompt'), { kind: 'person' }),
      callback: new Script<CallbackPlan>(chance.branch('daraja.callback'), {}),
    }
    const { callbackTimeoutMs: timeoutMs, callbackRetriesMs: retryDelaysMs } = this.settings
    this.callbacks = new Deliveries(this.scripts.callback, { schedule, clock, timeoutMs, retryDelaysMs })
    for (const prompt of this.prompts.open()) this.#expireLater(prompt)
  }

  /** Opens the prompt of a checked push and schedules its end. Declines while the phone has another prompt open. */
  push(request: StkRequest): Prompt {
    const prompt = this.prompts.ask(request)
    const plan = this.scripts.prompt.draw()
    const answer = this.settings.hasAnsweringPhones ? answerOfPhone(prompt.phone) : undefined
    if (!isSetUpCorrectly(request, this.settings)) this.#endLater(prompt, '2028', 20)
    else if (plan.kind === 'result') this.#endLater(prompt, plan.code, plan.afterMs)
    else if (answer !== undefined) this.#endLater(prompt, answer, ANSWERS_AFTER_MS)
    else this.#expireLater(prompt)
    return prompt
  }

  /** Ends a prompt: ledger first, callback after. Returns undefined when it was not open. */
  end(checkoutRequestId: string, code: string): Prompt | undefined {
    const closed = this.prompts.close(checkoutRequestId, code)
    if (!closed) return undefined
    this.confirmations.echo(closed)
    let spelled: string | undefined
    this.callbacks.send({
      to: closed.callbackUrl,
      about: checkoutRequestId,
      compose: ({ shape = {} }) => {
        // A repeat has the same body, byte for byte.
        spelled ??= callbackBody(closed, shape, this.#world.chance.branch('callback shapes'))
        return { body: spelled, headers: { 'content-type': 'application/json' } }
      },
    })
    return closed
  }

  reset(): void {
    for (const script of Object.values(this.scripts)) script.reset()
    this.prompts.reset()
    this.callbacks.reset()
    this.results.reset()
    this.confirmations.reset()
    this.pull.reset()
    this.reversals.reset()
    this.status.reset()
    this.tokens.expire()
    this.queryLimit.reset()
  }

  #endLater({ checkoutRequestId }: Prompt, code: string, ms: number): void {
    this.#world.schedule.after(ms, () => this.end(checkoutRequestId, code))
  }

  #expireLater(prompt: Prompt): void {
    const ageMs = this.#world.clock.now().getTime() - Date.parse(prompt.openedAt)
    this.#endLater(prompt, this.settings.expiryCode, Math.max(0, this.settings.promptLifeMs - ageMs))
  }
}
