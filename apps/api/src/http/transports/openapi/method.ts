/** The methods of the API, as the OpenAPI document names them. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
