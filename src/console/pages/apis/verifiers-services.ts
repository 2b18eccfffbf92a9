import { inJs, metadataAddress, resourceMetadata, type Verified, type Verifier } from './verified.ts';

/** The lines that both programs in JavaScript have: the keys, and the check of a token. */
const check = ({ issuer, identifier, signingAlg }: Verified): string => `const issuer = '${issuer}';
const audience = ${inJs(identifier)};
const discovery = await fetch(\`\${issuer}/.well-known/openid-configuration\`);
const { jwks_uri: keys } = await discovery.json();
const keySet = createRemoteJWKSet(new URL(keys));
const checks = { issuer, audience, typ: 'at+jwt', algorithms: ['${signingAlg}'], requiredClaims: ['exp'] };`;

const metadataPath = ({ identifier }: Verified): string => new URL(metadataAddress(identifier) ?? identifier).pathname;

/** A path of the API's server that shows its metadata, if it has to. */
const metadata = (api: Verified): string =>
  metadataAddress(api.identifier) === undefined
    ? ''
    : `
const metadata = ${resourceMetadata(api)};
app.get(${inJs(metadataPath(api))}, (request, response) => {
  response.json(metadata);
});`;

const express: Verifier = (api) => `import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

${check(api)}

/** Lets requests through whose token has the scope. */
const need = (scope) => async (request, response, next) => {
  const refuse = (status, challenge) => response.status(status).set('www-authenticate', challenge).end();
  const [, token] = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '') ?? [];
  if (!token) return refuse(401, 'Bearer');
  const checked = await jwtVerify(token, keySet, checks).catch(() => undefined);
  if (!checked) return refuse(401, 'Bearer error="invalid_token"');
  const scopes = (checked.payload.scope ?? '').split(' ');
  if (!scopes.includes(scope)) return refuse(403, \`Bearer error="insufficient_scope", scope="\${scope}"\`);
  request.claims = checked.payload;
  next();
};

const app = express();${metadata(api)}
app.get('/', need(${inJs(api.scope)}), (request, response) => {
  response.json({ sub: request.claims.sub });
});
app.listen(process.env.PORT ?? 8080);`;

const mcp: Verifier = (api) => `import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

${check(api)}

const verifier = {
  async verifyAccessToken(token) {
    const checked = await jwtVerify(token, keySet, checks).catch((error) => {
      throw new InvalidTokenError(error.message);
    });
    const { client_id: clientId, scope = '', exp: expiresAt, sub } = checked.payload;
    return { token, clientId, scopes: scope.split(' '), expiresAt, extra: { sub } };
  },
};

const app = express();${metadata(api)}
const auth = requireBearerAuth({
  verifier,
  requiredScopes: [${inJs(api.scope)}],
  resourceMetadataUrl: ${inJs(metadataAddress(api.identifier) ?? '')},
});
app.post(${inJs(new URL(api.identifier).pathname)}, auth, express.json(), async (request, response) => {
  const server = new McpServer({ name: ${JSON.stringify(api.name)}, version: '1.0.0' });
  server.registerTool('whoami', { description: 'Who is asking' }, ({ authInfo }) => ({
    content: [{ type: 'text', text: authInfo.extra.sub }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void transport.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
// Without sessions there is nothing to listen to. The specification has 405 for that.
app.all(${inJs(new URL(api.identifier).pathname)}, (request, response) => {
  response.status(405).set('allow', 'POST').end();
});
app.listen(process.env.PORT ?? 8080);`;

const fastApi: Verifier = ({ issuer, identifier, signingAlg, scope }) => `import json
from typing import Annotated
from urllib.request import urlopen

import jwt  # pip install fastapi 'pyjwt[crypto]'
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

ISSUER = "${issuer}"
AUDIENCE = "${identifier}"
with urlopen(f"{ISSUER}/.well-known/openid-configuration") as discovery:
    keys = jwt.PyJWKClient(json.load(discovery)["jwks_uri"])


def refused(status: int, error: str) -> HTTPException:
    return HTTPException(status, headers={"WWW-Authenticate": f'Bearer error="{error}"'})


def need(scope: str):
    """Lets requests through whose token has the scope."""

    def check(given: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]) -> dict:
        try:
            token = jwt.decode_complete(
                given.credentials,
                keys.get_signing_key_from_jwt(given.credentials),
                algorithms=["${signingAlg}"],
                issuer=ISSUER,
                audience=AUDIENCE,
                options={"require": ["exp", "iss", "aud"]},
            )
        except jwt.PyJWTError as error:
            raise refused(401, "invalid_token") from error
        if token["header"].get("typ") != "at+jwt":
            raise refused(401, "invalid_token")
        if scope not in token["payload"].get("scope", "").split():
            raise refused(403, "insufficient_scope")
        return token["payload"]

    return Depends(check)


app = FastAPI()


@app.get("/")
def read(claims: Annotated[dict, need("${scope}")]) -> dict:
    return {"sub": claims["sub"]}`;

/** The requests that Spring lets through, by a token that it checks itself or asks about. */
const springChain = (scope: string, tokens: 'jwt' | 'opaqueToken'): string => `
    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http
            .authorizeHttpRequests(paths -> paths.anyRequest().hasAuthority("SCOPE_${scope}"))
            .oauth2ResourceServer(server -> server.${tokens}(withDefaults()))
            .build();
    }
}`;

/** Spring Security verifies no EdDSA. */
const springAsking: Verifier = ({
  issuer,
  identifier,
  scope,
}) => `import static org.springframework.security.config.Customizer.withDefaults;

import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.SpringOpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;

// spring-boot-starter-oauth2-resource-server. It does not verify EdDSA, so it asks, as a client that serves this API.
@Configuration
class Tokens {
    @Bean
    OpaqueTokenIntrospector introspector(@Value("\${CLIENT_ID}") String id, @Value("\${CLIENT_SECRET}") String secret) {
        var server = SpringOpaqueTokenIntrospector.withIntrospectionUri("${issuer}/oauth2/introspect")
            .clientId(id)
            .clientSecret(secret)
            .build();
        return token -> {
            var told = server.introspect(token);
            List<String> audience = told.getAttribute("aud");
            if (audience == null || !audience.contains("${identifier}"))
                throw new BadOpaqueTokenException("The token is for another API.");
            return told;
        };
    }
${springChain(scope, 'opaqueToken')}`;

const springChecking: Verifier = ({
  issuer,
  identifier,
  signingAlg,
  scope,
}) => `import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;

// spring-boot-starter-oauth2-resource-server. Its properties issuer-uri and audiences alone refuse the type at+jwt.
@Configuration
class Tokens {
    static final String ISSUER = "${issuer}";

    @Bean
    JwtDecoder decoder() {
        var decoder = NimbusJwtDecoder.withIssuerLocation(ISSUER)
            .jwsAlgorithm(SignatureAlgorithm.${signingAlg})
            .validateType(false)
            .build();
        decoder.setJwtValidator(JwtValidators.createAtJwtValidator()
            .issuer(ISSUER)
            .audience("${identifier}")
            .validators(all -> all.put("client_id", new JwtClaimValidator<String>("client_id", id -> id != null)))
            .build());
        return decoder;
    }
${springChain(scope, 'jwt')}`;

const spring: Verifier = (api) => (api.signingAlg === 'EdDSA' ? springAsking(api) : springChecking(api));

const aspNetChecking: Verifier = ({
  issuer,
  identifier,
  signingAlg,
  scope,
}) => `// dotnet add package Microsoft.AspNetCore.Authentication.JwtBearer
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddAuthentication().AddJwtBearer(options =>
{
    options.Authority = "${issuer}";
    options.Audience = "${identifier}";${issuer.startsWith('http:') ? '\n    options.RequireHttpsMetadata = false;' : ''}
    options.MapInboundClaims = false;
    // A new key is published ten minutes before it signs. Without this, the keys are read twice a day.
    options.AutomaticRefreshInterval = TimeSpan.FromMinutes(5);
    options.TokenValidationParameters.ValidTypes = ["at+jwt"];
    options.TokenValidationParameters.ValidAlgorithms = ["${signingAlg}"];
});
builder.Services.AddAuthorization(options => options.AddPolicy("${scope}", policy => policy
    .RequireAuthenticatedUser()
    .RequireAssertion(context => context.User.FindFirst("scope")?.Value.Split(' ').Contains("${scope}") == true)));

var app = builder.Build();
app.MapGet("/", (System.Security.Claims.ClaimsPrincipal user) => new { sub = user.FindFirst("sub")?.Value })
    .RequireAuthorization("${scope}");
app.Run();`;

/** .NET verifies no EdDSA, so that it would refuse every token. */
const aspNet: Verifier = (api) =>
  api.signingAlg === 'EdDSA'
    ? '// ASP.NET does not verify EdDSA. Choose another algorithm for this API, or ask by introspection.'
    : aspNetChecking(api);

const go: Verifier = ({ issuer, identifier, signingAlg, scope }) => `package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

func refuse(w http.ResponseWriter, status int, challenge string) {
	w.Header().Set("WWW-Authenticate", challenge)
	w.WriteHeader(status)
}

// typeOf tells the type that the header names; go-oidc leaves it to its caller.
func typeOf(token string) string {
	var header struct{ Typ string }
	first, _, _ := strings.Cut(token, ".")
	text, _ := base64.RawURLEncoding.DecodeString(first)
	json.Unmarshal(text, &header)
	return header.Typ
}

// need lets requests through whose token has the scope.
func need(verifier *oidc.IDTokenVerifier, scope string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || given == "" {
			refuse(w, 401, "Bearer")
			return
		}
		token, err := verifier.Verify(r.Context(), given)
		var claims struct{ Scope string }
		if err != nil || typeOf(given) != "at+jwt" || token.Claims(&claims) != nil {
			refuse(w, 401, \`Bearer error="invalid_token"\`)
			return
		}
		if !slices.Contains(strings.Fields(claims.Scope), scope) {
			refuse(w, 403, \`Bearer error="insufficient_scope"\`)
			return
		}
		next(w, r)
	}
}

func main() {
	provider, err := oidc.NewProvider(context.Background(), "${issuer}")
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{
		ClientID:             "${identifier}",
		SupportedSigningAlgs: []string{"${signingAlg}"},
	})
	http.HandleFunc("/", need(verifier, "${scope}", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}`;

/** What servers of APIs are written with. */
export const services: Record<string, Verifier> = {
  Express: express,
  'MCP TypeScript SDK': mcp,
  FastAPI: fastApi,
  Spring: spring,
  'ASP.NET': aspNet,
  Go: go,
};
