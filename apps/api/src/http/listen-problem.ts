interface Listening {
  /** The variable that says `port`. */
  variable: 'PORT' | 'DEMO_PHONE_PORT'
  host: string
  port: number
}

/** What the owner reads where the shop cannot listen: which setting it is, and what to do. Any other problem is answered as it is. */
export function listenProblem(problem: NodeJS.ErrnoException, { variable, host, port }: Listening): Error {
  const { code = '', syscall } = problem
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return problem
  const message = messageOf(code, { variable, host, port })
  return message ? new Error(message, { cause: problem }) : problem
}

function messageOf(code: string, { variable, host, port }: Listening): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken (EADDRINUSE), perhaps by this shop, which runs already. Stop what holds it, or set ${variable} to another one.`
    case 'EACCES':
      return `Port ${port} of ${host} is for the system alone (EACCES). Set ${variable} to one above 1023, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine (${code}). Set it to 127.0.0.1, or to 0.0.0.0 for all of them.`
    default:
      return undefined
  }
}
