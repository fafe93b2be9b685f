/** The shop leads to another address, where nothing was sent: it would get what is asked without the key. Nothing is done. */
export class WrongAddressError extends Error {
  override readonly name = 'WrongAddressError'
  /** The address to give to the client. Undefined in a browser, which tells nobody. */
  readonly url: string | undefined

  constructor(url: string | undefined) {
    super(`The shop is not at this address${url === undefined ? '' : `: use ${url}`}.`)
    this.url = url
  }
}
