"""A Django application that signs in as mozilla-django-oidc's manual shows it."""

import os

import django
from django.conf import settings

ISSUER = os.environ["ISSUER"]
settings.configure(
    SECRET_KEY=os.urandom(16).hex(),
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "mozilla_django_oidc",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_OP_JWKS_ENDPOINT=ISSUER + "/oauth2/jwks",
    OIDC_OP_AUTHORIZATION_ENDPOINT=ISSUER + "/oauth2/authorize",
    OIDC_OP_TOKEN_ENDPOINT=ISSUER + "/oauth2/token",
    OIDC_OP_USER_ENDPOINT=ISSUER + "/oauth2/userinfo",
    LOGIN_REDIRECT_URL="/me",
    LOGIN_REDIRECT_URL_FAILURE="/failed",
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402


def me(request):
    return JsonResponse({"email": request.user.email, "signed_in": request.user.is_authenticated})


urlpatterns = [
    path("oidc/", include("mozilla_django_oidc.urls")),
    path("me", me),
]
call_command("migrate", verbosity=0)
application = get_wsgi_application()
