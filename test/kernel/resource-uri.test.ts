import { describe, expect, it } from '@jest/globals';
import { isSameResource, listedAs } from '../../src/ground/kernel/resource-uri.ts';

describe('the URIs of resources', () => {
  it.each([
    ['https://mcp.example.com', 'https://mcp.example.com/'],
    ['https://mcp.example.com/api', 'HTTPS://MCP.Example.com/api'],
    ['https://mcp.example.com/api', 'https://mcp.example.com:443/api'],
    ['https://mcp.example.com', 'https://mcp.example.com:/'],
    ['http://mcp.example.com:80', 'http://mcp.example.com/'],
    ['https://[2001:db8::A]:443', 'https://[2001:DB8::a]/'],
    ['https://mcp.example.com?a=b', 'https://mcp.example.com/?a=b'],
    ['urn:example:a', 'urn:example:a'],
  ])('RFC 3986 §6.2.2.1, §6.2.3: are the same in scheme, host, default port and empty path: %s, %s', (one, other) => {
    expect([isSameResource(one, other), isSameResource(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp/'],
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/MCP'],
    ['https://mcp.example.com/', 'https://mcp.example.com//'],
    ['https://mcp.example.com/', 'http://mcp.example.com/'],
    ['https://mcp.example.com/', 'https://mcp.example.com:8443/'],
    ['https://mcp.example.com:80/', 'https://mcp.example.com/'],
    ['https://mcp.example.com/a', 'https://mcp.example.com/x/../a'],
    ['https://mcp.example.com/~a', 'https://mcp.example.com/%7Ea'],
    ['https://mcp.example.com/?a=b', 'https://mcp.example.com/?A=b'],
    ['https://mcp.example.com/', 'https://mcp.example.com.'],
    ['urn:example:a', 'urn:example:A'],
  ])('are not the same in anything else: %s, %s', (one, other) => {
    expect(isSameResource(one, other)).toBe(false);
  });

  it('are told as a list has them, best the very same one', () => {
    const list = ['https://a.example', 'https://b.example', 'https://b.example/'];
    expect(
      ['https://A.example/', 'https://b.example/', 'https://b.example:443', 'https://c.example'].map((uri) =>
        listedAs(uri, list),
      ),
    ).toEqual(['https://a.example', 'https://b.example/', 'https://b.example', undefined]);
  });
});
